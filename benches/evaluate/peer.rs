//! The crate `jsonschema` on the same rules: BSON's own types as the JSON that comes nearest.

use bson::{Bson, Document, RawDocument, raw::RawBsonRef};
use serde_json::{Map, Value};

use super::Outcome;

pub(super) struct Peer(jsonschema::Validator);

impl Peer {
    pub(super) fn new(schema: &Document) -> Outcome<Self> {
        let schema = converted(schema);
        let validator = jsonschema::draft4::new(&schema).map_err(|error| error.to_string())?;
        Ok(Self(validator))
    }

    pub(super) fn is_valid(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }
}

/// The same schema with types of JSON.
fn converted(schema: &Document) -> Value {
    let keywords = schema
        .iter()
        .map(|(keyword, stated)| match keyword.as_str() {
            "bsonType" => ("type".to_owned(), types(stated)),
            "properties" => (keyword.clone(), each(stated)),
            _ => match stated {
                Bson::Document(inner) => (keyword.clone(), converted(inner)),
                Bson::Array(items) => (keyword.clone(), items.iter().map(inner).collect()),
                other => (keyword.clone(), json(other)),
            },
        });
    Value::Object(keywords.collect::<Map<_, _>>())
}

fn each(named: &Bson) -> Value {
    let named = named.as_document().into_iter().flatten();
    named
        .map(|(name, schema)| (name.clone(), inner(schema)))
        .collect::<Map<_, _>>()
        .into()
}

fn inner(schema: &Bson) -> Value {
    schema.as_document().map_or_else(|| json(schema), converted)
}

fn types(stated: &Bson) -> Value {
    let name = |alias: &str| match alias {
        "int" | "long" => "integer",
        "double" | "decimal" => "number",
        "bool" => "boolean",
        "object" => "object",
        "array" => "array",
        "null" => "null",
        _ => "string",
    };
    let mut names: Vec<&str> = match stated {
        Bson::Array(aliases) => aliases.iter().filter_map(Bson::as_str).map(name).collect(),
        alias => alias.as_str().map(name).into_iter().collect(),
    };
    names.sort_unstable();
    names.dedup();
    names.into()
}

/// The document as JSON.
pub(super) fn value(document: &Document) -> Value {
    let fields = document
        .iter()
        .map(|(name, value)| (name.clone(), json(value)));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// The document as JSON, of its BSON, without a `Document` between.
pub(super) fn read(bytes: &[u8]) -> Value {
    RawDocument::from_bytes(bytes).map_or(Value::Null, raw_document)
}

fn raw_document(document: &RawDocument) -> Value {
    let fields = document.iter().flatten();
    let fields = fields.map(|(name, value)| (name.as_str().to_owned(), raw(value)));
    Value::Object(fields.collect::<Map<_, _>>())
}

fn raw(value: RawBsonRef<'_>) -> Value {
    match value {
        RawBsonRef::Null => Value::Null,
        RawBsonRef::Boolean(value) => value.into(),
        RawBsonRef::Int32(value) => value.into(),
        RawBsonRef::Int64(value) => value.into(),
        RawBsonRef::Double(value) => value.into(),
        RawBsonRef::String(value) => value.into(),
        RawBsonRef::ObjectId(id) => id.to_hex().into(),
        RawBsonRef::DateTime(date) => date.timestamp_millis().to_string().into(),
        RawBsonRef::Array(items) => items.into_iter().flatten().map(raw).collect(),
        RawBsonRef::Document(document) => raw_document(document),
        _ => Value::Null,
    }
}

fn json(value: &Bson) -> Value {
    match value {
        Bson::Null => Value::Null,
        Bson::Boolean(value) => (*value).into(),
        Bson::Int32(value) => (*value).into(),
        Bson::Int64(value) => (*value).into(),
        Bson::Double(value) => (*value).into(),
        Bson::String(value) => value.as_str().into(),
        Bson::ObjectId(id) => id.to_hex().into(),
        Bson::DateTime(date) => date.timestamp_millis().to_string().into(),
        Bson::Array(items) => items.iter().map(json).collect(),
        Bson::Document(document) => self::value(document),
        other => other.to_string().into(),
    }
}
