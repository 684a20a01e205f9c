//! The commands of the server, as documents.

use bson::{Bson, Document, doc};

/// `create`, with all options.
pub(super) fn create(collection: &str, options: &Document) -> Document {
    let mut command = doc! { "create": collection };
    command.extend(options.clone());
    command
}

/// `createIndexes` of one index, under the given name.
pub(super) fn create_index(collection: &str, spec: &Document, name: &str) -> Document {
    let mut spec = spec.clone();
    spec.insert("name", name);
    doc! { "createIndexes": collection, "indexes": [spec] }
}

/// `collMod` of an index's settings.
pub(super) fn modify_index(collection: &str, name: &str, settings: Document) -> Document {
    let mut index = doc! { "name": name };
    index.extend(settings);
    doc! { "collMod": collection, "index": index }
}

/// `dropIndexes` of one index.
pub(super) fn drop_index(collection: &str, name: &str) -> Document {
    doc! { "dropIndexes": collection, "index": name }
}

/// `collMod` of a collection's options.
pub(super) fn modify_collection(collection: &str, options: Document) -> Document {
    let mut command = doc! { "collMod": collection };
    command.extend(options);
    command
}

/// `collMod` of validator, level and action, all three; an empty validator removes validation.
pub(super) fn set_validator(collection: &str, declared: &Document, normal: &Document) -> Document {
    let validator = declared.get("validator").cloned();
    let mut options =
        doc! { "validator": validator.unwrap_or_else(|| Bson::Document(Document::new())) };
    for name in ["validationLevel", "validationAction"] {
        options.insert(name, normal.get(name).cloned().unwrap_or(Bson::Null));
    }
    modify_collection(collection, options)
}
