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

/// `collMod` that lets an index refuse new duplicates, or stops that; the server wants it alone.
pub(super) fn prepare_unique(collection: &str, name: &str, on: bool) -> Document {
    modify_index(collection, name, doc! { "prepareUnique": on })
}

/// `collMod` that looks for duplicates which keep an index from being unique, and changes nothing.
pub(super) fn try_unique(collection: &str, name: &str) -> Document {
    let mut command = make_unique(collection, name);
    command.insert("dryRun", true);
    command
}

/// `collMod` that makes a prepared index unique.
pub(super) fn make_unique(collection: &str, name: &str) -> Document {
    modify_index(collection, name, doc! { "unique": true })
}

/// `drop` of a collection or view.
pub(super) fn drop_collection(collection: &str) -> Document {
    doc! { "drop": collection }
}

/// `shardCollection`, for the database `admin`. A shard key always compares simply, which must be
/// said where the collection has a collation (manual, "shardCollection").
pub(super) fn shard(database: &str, collection: &str, key: &Document, collates: bool) -> Document {
    let mut command =
        doc! { "shardCollection": format!("{database}.{collection}"), "key": key.clone() };
    if collates {
        command.insert("collation", doc! { "locale": "simple" });
    }
    command
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
