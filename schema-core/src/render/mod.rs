//! Renders the constant model to what the server takes: `create` options with a `$jsonSchema`
//! validator, and createIndexes specifications.

mod collation;
mod index;
mod options;
mod schema;
mod shard_index;

use bson::Document;

use crate::{
    declared::{DeclaredCollection, DeclaredDatabase},
    model::{Collection, CollectionOption, Database},
};

/// Renders all that a database declares.
pub fn database(database: &Database) -> DeclaredDatabase {
    DeclaredDatabase {
        name: database.name.to_owned(),
        collections: database
            .collections
            .iter()
            .map(|model| collection(model))
            .collect(),
        server: database.server,
        external: database
            .external
            .iter()
            .map(|&name| name.to_owned())
            .collect(),
    }
}

/// Renders all that a collection declares.
pub fn collection(model: &Collection) -> DeclaredCollection {
    let options = options::options(model);
    let shard_key = options::shard_key(model);
    let mut indexes: Vec<Document> = model
        .indexes
        .iter()
        .map(|spec| index::specification(model, spec))
        .collect();
    if let Some(key) = &shard_key {
        indexes.extend(shard_index::implied(key, &options, &indexes));
    }
    DeclaredCollection {
        name: model.name.to_owned(),
        type_name: model.type_name.to_owned(),
        schema_version: schema_version(model).map(|(version, _)| version),
        options,
        indexes,
        shard_key,
        external_indexes: options::external_indexes(model),
    }
}

/// The version that the validator admits, and the position of the field that holds it.
fn schema_version(model: &Collection) -> Option<(u32, usize)> {
    model.options.iter().find_map(|option| match *option {
        CollectionOption::SchemaVersion { version, field } => Some((version, usize::from(field))),
        _ => None,
    })
}
