//! createIndexes specifications.

use bson::{Bson, Document, doc, oid::ObjectId};

use crate::model::{Collection, Comparison, Filter, Index, IndexOption, KeyKind, Value};

/// An index as the `createIndexes` command takes it: `key`, `name`, then its options.
pub(super) fn specification(model: &Collection, index: &Index) -> Document {
    let key = key_pattern(model, index);
    let mut spec = doc! { "name": default_name(&key), "key": key };
    for option in index.options {
        match option {
            IndexOption::Name(name) => spec.insert("name", *name),
            IndexOption::Unique => spec.insert("unique", true),
            IndexOption::ExpireAfter(seconds) => spec.insert("expireAfterSeconds", *seconds),
            IndexOption::Partial(filter) => {
                spec.insert("partialFilterExpression", expression(model, filter))
            }
        };
    }
    spec
}

fn key_pattern(model: &Collection, index: &Index) -> Document {
    (0..index.key_count())
        .map(|key| {
            let direction = match index.kind(key) {
                KeyKind::Ascending => 1,
                KeyKind::Descending => -1,
            };
            (
                super::path::stored(model, index.path(key)),
                Bson::Int32(direction),
            )
        })
        .collect()
}

/// MongoDB's default name: each key and its value, joined by underscores.
pub(super) fn default_name(key: &Document) -> String {
    let parts: Vec<String> = key
        .iter()
        .map(|(path, value)| match value {
            Bson::String(kind) => format!("{path}_{kind}"),
            direction => format!("{path}_{direction}"),
        })
        .collect();
    parts.join("_")
}

/// A filter as the server takes it. Conditions on distinct paths stand in one document; only what
/// names a path twice needs `$and`.
fn expression(model: &Collection, filter: &Filter) -> Document {
    match filter {
        Filter::And(all) => conjunction(all.iter().map(|part| expression(model, part)).collect()),
        Filter::Or(any) => {
            doc! { "$or": any.iter().map(|part| expression(model, part)).collect::<Vec<_>>() }
        }
        Filter::Compare(path, Comparison::Eq, value) => {
            doc! { super::path::stored(model, usize::from(*path)): constant(value) }
        }
        Filter::Compare(path, comparison, value) => {
            doc! { super::path::stored(model, usize::from(*path)): { operator(*comparison): constant(value) } }
        }
        Filter::Exists(path) => {
            doc! { super::path::stored(model, usize::from(*path)): { "$exists": true } }
        }
        Filter::Type(path, alias) => {
            doc! { super::path::stored(model, usize::from(*path)): { "$type": *alias } }
        }
        Filter::OneOf(path, values) => {
            doc! { super::path::stored(model, usize::from(*path)): { "$in": values.iter().map(constant).collect::<Vec<_>>() } }
        }
    }
}

fn conjunction(parts: Vec<Document>) -> Document {
    let mut merged = Document::new();
    for part in &parts {
        for (key, value) in part {
            if merged.insert(key, value).is_some() {
                return doc! { "$and": parts };
            }
        }
    }
    merged
}

fn operator(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "$eq",
        Comparison::Lt => "$lt",
        Comparison::Lte => "$lte",
        Comparison::Gt => "$gt",
        Comparison::Gte => "$gte",
    }
}

fn constant(value: &Value) -> Bson {
    match *value {
        Value::Null => Bson::Null,
        Value::Bool(value) => Bson::Boolean(value),
        Value::Integer(value) => super::schema::integer(value),
        Value::Float(value) => Bson::Double(value),
        Value::String(value) => Bson::String(value.to_owned()),
        Value::Date(millis) => Bson::DateTime(bson::DateTime::from_millis(millis)),
        Value::ObjectId(bytes) => Bson::ObjectId(ObjectId::from_bytes(bytes)),
    }
}
