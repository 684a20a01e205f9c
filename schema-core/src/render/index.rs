//! createIndexes specifications.

use bson::{Bson, Document, doc, oid::ObjectId};

use super::path::stored;
use crate::model::{
    Collection, CollectionOption, Comparison, Filter, Index, IndexOption, KeyKind, Value,
};

/// An index as the `createIndexes` command takes it: `key`, `name`, then its options.
pub(super) fn specification(model: &Collection, index: &Index) -> Document {
    let key = key_pattern(model, index);
    let mut spec = doc! { "name": default_name(&key), "key": key };
    spec.extend(index.options.iter().map(|one| option(model, one)));
    if compares_simply(index) && has_collation(model) {
        // The server refuses these kinds with the collection's collation, and takes it by default.
        spec.insert("collation", doc! { "locale": "simple" });
    }
    spec
}

/// An option's name and value, as `createIndexes` takes them.
fn option(model: &Collection, option: &IndexOption) -> (String, Bson) {
    let (name, value) = match option {
        IndexOption::Name(name) => ("name", (*name).into()),
        IndexOption::Unique => ("unique", true.into()),
        IndexOption::Sparse => ("sparse", true.into()),
        IndexOption::Hidden => ("hidden", true.into()),
        IndexOption::ExpireAfter(seconds) => ("expireAfterSeconds", (*seconds).into()),
        IndexOption::Partial(filter) => {
            ("partialFilterExpression", expression(model, filter).into())
        }
        IndexOption::Collation(parameters) => {
            ("collation", super::collation::collation(parameters).into())
        }
        IndexOption::Weights(weights) => ("weights", by_path(model, weights, Bson::Int32)),
        IndexOption::DefaultLanguage(language) => ("default_language", (*language).into()),
        IndexOption::LanguageOverride(field) => ("language_override", (*field).into()),
        IndexOption::WildcardProjection(paths) => (
            "wildcardProjection",
            by_path(model, paths, |included| Bson::Int32(i32::from(included))),
        ),
        IndexOption::Bits(bits) => ("bits", (*bits).into()),
        IndexOption::Min(least) => ("min", (*least).into()),
        IndexOption::Max(most) => ("max", (*most).into()),
        IndexOption::CoarsestIndexedLevel(level) => ("coarsestIndexedLevel", (*level).into()),
        IndexOption::FinestIndexedLevel(level) => ("finestIndexedLevel", (*level).into()),
    };
    (name.to_owned(), value)
}

/// A document of stored paths and what each is given.
fn by_path<T: Copy>(model: &Collection, paths: &[(u8, T)], value: impl Fn(T) -> Bson) -> Bson {
    let entries = paths
        .iter()
        .map(|&(path, given)| (stored(model, usize::from(path)), value(given)));
    Bson::Document(entries.collect())
}

/// Whether the index's kind takes no collation. Source: Collation, Unsupported Index Types.
fn compares_simply(index: &Index) -> bool {
    (0..index.key_count()).any(|key| {
        matches!(
            index.kind(key),
            KeyKind::Text | KeyKind::EveryText | KeyKind::Geo2d
        )
    }) && !index
        .options
        .iter()
        .any(|option| matches!(option, IndexOption::Collation(_)))
}

fn has_collation(model: &Collection) -> bool {
    let mut options = model.options.iter();
    options.any(|option| matches!(option, CollectionOption::Collation(_)))
}

fn key_pattern(model: &Collection, index: &Index) -> Document {
    (0..index.key_count())
        .map(|key| {
            let path = || stored(model, index.path(key));
            match index.kind(key) {
                KeyKind::Ascending => (path(), 1.into()),
                KeyKind::Descending => (path(), (-1).into()),
                KeyKind::Text => (path(), "text".into()),
                KeyKind::Hashed => (path(), "hashed".into()),
                KeyKind::Geo2dSphere => (path(), "2dsphere".into()),
                KeyKind::Geo2d => (path(), "2d".into()),
                KeyKind::Wildcard => (path() + ".$**", 1.into()),
                KeyKind::Everything => ("$**".to_owned(), 1.into()),
                KeyKind::EveryText => ("$**".to_owned(), "text".into()),
            }
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
pub(super) fn expression(model: &Collection, filter: &Filter) -> Document {
    match filter {
        Filter::And(all) => conjunction(all.iter().map(|part| expression(model, part)).collect()),
        Filter::Or(any) => {
            doc! { "$or": any.iter().map(|part| expression(model, part)).collect::<Vec<_>>() }
        }
        Filter::Compare(path, Comparison::Eq, value) => {
            doc! { stored(model, usize::from(*path)): constant(value) }
        }
        Filter::Compare(path, comparison, value) => {
            doc! { stored(model, usize::from(*path)): { operator(*comparison): constant(value) } }
        }
        Filter::Exists(path) => {
            doc! { stored(model, usize::from(*path)): { "$exists": true } }
        }
        Filter::Type(path, alias) => {
            doc! { stored(model, usize::from(*path)): { "$type": *alias } }
        }
        Filter::OneOf(path, values) => {
            doc! { stored(model, usize::from(*path)): { "$in": values.iter().map(constant).collect::<Vec<_>>() } }
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
        Value::Integer(value) => super::bounds::integer(value),
        Value::Float(value) => Bson::Double(value),
        Value::String(value) => Bson::String(value.to_owned()),
        Value::Date(millis) => Bson::DateTime(bson::DateTime::from_millis(millis)),
        Value::ObjectId(bytes) => Bson::ObjectId(ObjectId::from_bytes(bytes)),
    }
}
