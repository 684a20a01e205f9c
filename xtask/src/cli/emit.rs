//! `emit`: the declared schema for other tools.

use bson::Bson;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use serde_json::{Value, json};

use super::settings::Settings;

/// The declared schema as one document: options as `create` takes them and indexes as
/// `createIndexes` does, in relaxed Extended JSON.
pub(super) fn json(declared: &DeclaredDatabase, settings: &Settings) -> Value {
    let collections: Vec<Value> = declared
        .collections
        .iter()
        .filter(|collection| settings.scope.includes(&collection.name))
        .map(collection)
        .collect();
    json!({ "format": 1, "database": settings.database, "collections": collections })
}

fn collection(declared: &DeclaredCollection) -> Value {
    let document = |document: &bson::Document| Bson::from(document.clone()).into_relaxed_extjson();
    json!({
        "name": declared.name,
        "options": document(&declared.options),
        "indexes": declared.indexes.iter().map(document).collect::<Vec<_>>(),
    })
}
