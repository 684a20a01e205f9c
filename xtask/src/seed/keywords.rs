//! What the keywords of schemas say that hold beside each other.

use bson::{Bson, Document};

use super::node::{KINDS, Kind};

/// The types that all of the schemas admit, and whether null is one.
pub(super) fn kinds(schemas: &[Document]) -> (Vec<Kind>, bool) {
    let lists: Vec<Vec<&str>> = schemas.iter().filter_map(aliases).collect();
    if lists.is_empty() {
        return guessed(schemas);
    }
    let in_all = |alias: &str| {
        lists.iter().all(|list| {
            let is_number = ["int", "long", "double", "decimal"].contains(&alias);
            list.contains(&alias) || (is_number && list.contains(&"number"))
        })
    };
    let kinds = KINDS.iter().filter(|(alias, _)| in_all(alias));
    let kinds: Vec<Kind> = kinds.map(|(_, kind)| *kind).collect();
    (narrowed(kinds, &lists), in_all("null"))
}

/// A float's field admits the integers too, which no program of the schema writes.
fn narrowed(mut kinds: Vec<Kind>, lists: &[Vec<&str>]) -> Vec<Kind> {
    let is_any_number = lists.iter().any(|list| list.contains(&"number"));
    if kinds.contains(&Kind::Double) && kinds.contains(&Kind::Int) {
        let others = [Kind::Int, Kind::Long];
        kinds.retain(|kind| !others.contains(kind));
        if is_any_number {
            kinds.retain(|kind| *kind != Kind::Decimal);
        }
    }
    kinds
}

fn aliases(schema: &Document) -> Option<Vec<&str>> {
    match schema.get("bsonType").or_else(|| schema.get("type"))? {
        Bson::String(alias) => Some(vec![alias.as_str()]),
        Bson::Array(list) => Some(list.iter().filter_map(Bson::as_str).collect()),
        _ => None,
    }
}

/// What is meant where no type is said: a document by its properties, and else a text.
fn guessed(schemas: &[Document]) -> (Vec<Kind>, bool) {
    let says = |keys: &[&str]| {
        let mut schemas = schemas.iter();
        schemas.any(|schema| keys.iter().any(|key| schema.contains_key(key)))
    };
    let kind = if says(&["properties", "required", "additionalProperties"]) {
        Kind::Object
    } else if says(&["items", "minItems", "maxItems"]) {
        Kind::Array
    } else if says(&["minimum", "maximum", "multipleOf"]) {
        Kind::Double
    } else {
        Kind::Text
    };
    (vec![kind], false)
}

/// The values that all of the lists have, and that are of an admitted type.
pub(super) fn values(schemas: &[Document], kinds: &[Kind], null: bool) -> Vec<Bson> {
    let mut lists = schemas
        .iter()
        .filter_map(|schema| schema.get_array("enum").ok());
    let Some(first) = lists.next() else {
        return Vec::new();
    };
    let others: Vec<_> = lists.collect();
    let typed = schemas.iter().any(|schema| aliases(schema).is_some());
    let admitted = |value: &Bson| match value {
        Bson::Null => null || !typed,
        _ if !typed => true,
        Bson::String(_) => kinds.contains(&Kind::Text),
        Bson::Boolean(_) => kinds.contains(&Kind::Bool),
        _ => true,
    };
    let common = first.iter().filter(|value| admitted(value));
    common
        .filter(|value| others.iter().all(|list| list.contains(value)))
        .cloned()
        .collect()
}

pub(super) fn whole(schema: &Document, key: &str) -> Option<u64> {
    let value = match schema.get(key)? {
        Bson::Int32(value) => i64::from(*value),
        Bson::Int64(value) => *value,
        Bson::Double(value) => *value as i64,
        _ => return None,
    };
    u64::try_from(value).ok()
}

pub(super) fn properties(schema: &Document) -> Option<&Document> {
    schema.get_document("properties").ok()
}

pub(super) fn property<'a>(schema: &'a Document, name: &str) -> Option<&'a Document> {
    properties(schema)?.get_document(name).ok()
}

/// Whether a schema says something of the field of this name, or of those that its name matches.
pub(super) fn lists(schema: &Document, name: &str) -> bool {
    property(schema, name).is_some() || schema.contains_key("patternProperties")
}

/// The names of all fields, each once.
pub(super) fn property_names(schemas: &[Document]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in schemas
        .iter()
        .filter_map(properties)
        .flat_map(Document::keys)
    {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// What the schemas say together, without what only people read.
pub(super) fn bare(schemas: &[Document]) -> Document {
    let mut all = Document::new();
    for schema in schemas {
        all.extend(schema.clone());
    }
    for annotation in ["title", "description"] {
        all.remove(annotation);
    }
    all
}
