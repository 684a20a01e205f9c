//! `emit --target json-schema`: the validators as JSON Schema draft 4, for other validators.
//!
//! `bsonType`, which other validators pass over, is kept. The standard `type` is added wherever it
//! says exactly the same of a document in relaxed Extended JSON, so that no document which the server
//! takes is refused, but for NaN and infinities, which JSON has no numbers for.

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredCollection;
use serde_json::Value;

use super::standard_type::standard_type;
use super::{Schema, json_schema_of};

/// The dialect that the server's own is taken from (manual, "$jsonSchema").
const DRAFT_4: &str = "http://json-schema.org/draft-04/schema#";

/// Keywords that hold one schema.
const ONE: [&str; 4] = ["items", "additionalItems", "additionalProperties", "not"];
/// Keywords that hold several, in a list.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "items"];
/// Keywords that hold several, by name.
const NAMED: [&str; 3] = ["properties", "patternProperties", "dependencies"];

/// One document, with a schema for each collection under `definitions`, in relaxed Extended JSON.
pub fn document(schema: &Schema<'_>) -> Value {
    let definitions: Document = schema
        .collections()
        .map(|it| (it.name.clone(), Bson::Document(collection(it))))
        .collect();
    let whole = doc! {
        "$schema": DRAFT_4,
        "title": schema.database,
        "definitions": definitions,
    };
    Bson::Document(whole).into_relaxed_extjson()
}

fn collection(declared: &DeclaredCollection) -> Document {
    let mut whole = doc! { "$schema": DRAFT_4, "title": &declared.type_name };
    let own = json_schema_of(declared).map(portable).unwrap_or_default();
    whole.extend(own);
    whole
}

/// The schema with `type` beside `bsonType`, at every depth.
fn portable(schema: &Document) -> Document {
    let mut portable = Document::new();
    for (keyword, value) in schema {
        portable.insert(keyword, inside(keyword, value));
        if keyword == "bsonType"
            && !schema.contains_key("type")
            && let Some(standard) = standard_type(schema)
        {
            portable.insert("type", standard);
        }
    }
    portable
}

fn inside(keyword: &str, value: &Bson) -> Bson {
    match value {
        Bson::Document(schema) if ONE.contains(&keyword) => portable(schema).into(),
        Bson::Document(schemas) if NAMED.contains(&keyword) => {
            let named = schemas.iter().map(|(name, it)| (name.clone(), any(it)));
            Bson::Document(named.collect())
        }
        Bson::Array(schemas) if LIST.contains(&keyword) => schemas.iter().map(any).collect(),
        other => other.clone(),
    }
}

/// A schema, or the list of names that a dependency may be.
fn any(value: &Bson) -> Bson {
    match value {
        Bson::Document(schema) => portable(schema).into(),
        other => other.clone(),
    }
}
