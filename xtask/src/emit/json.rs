//! `emit --target json`: what `create` and `createIndexes` take.

use bson::{Bson, Document};
use schema_core::declared::DeclaredCollection;
use serde_json::{Value, json};

use super::Schema;

/// The declared schema as one document: options as `create` takes them and indexes as
/// `createIndexes` does, in relaxed Extended JSON.
pub fn document(schema: &Schema<'_>) -> Value {
    let collections: Vec<Value> = schema.collections().map(collection).collect();
    json!({ "format": 1, "database": schema.database, "collections": collections })
}

fn collection(declared: &DeclaredCollection) -> Value {
    let document = |document: &Document| Bson::from(document.clone()).into_relaxed_extjson();
    json!({
        "name": declared.name,
        "options": document(&declared.options),
        "indexes": declared.indexes.iter().map(document).collect::<Vec<_>>(),
    })
}
