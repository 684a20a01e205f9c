//! Index keys and what belongs to them.

use bson::{Bson, Document};

use super::canonical::{numbers, numbers_in, sorted};

/// The key in its normal form: numbers as numbers, fields in their order, and the fields of a
/// text index as the server stores them, `_fts` and `_ftsx` (the fields live on in the weights).
pub(super) fn key(spec: &Document) -> Document {
    let mut normal = Document::new();
    for (path, value) in numbers(key_of(spec)) {
        if is_text(&value) {
            normal.insert("_fts", "text");
            normal.insert("_ftsx", 1);
        } else {
            normal.insert(path, value);
        }
    }
    normal
}

/// The complete weights of a text index, sorted by path; none for other indexes. A field whose
/// weight is not written weighs 1.
pub(super) fn weights(spec: &Document) -> Option<Document> {
    let fields = key_of(spec).iter().filter(|(_, value)| is_text(value));
    let fields: Vec<&String> = fields.map(|(path, _)| path).collect();
    if fields.is_empty() {
        return None;
    }
    let mut weights = match spec.get("weights") {
        Some(Bson::Document(stated)) => numbers(stated),
        Some(Bson::String(path)) => Document::from_iter([(path.clone(), Bson::Int32(1))]),
        _ => Document::new(),
    };
    for path in fields.into_iter().filter(|path| *path != "_fts") {
        weights.entry(path.clone()).or_insert(Bson::Int32(1));
    }
    Some(sorted(weights))
}

/// Whether any part of the key is of a kind that never takes a collation.
pub(super) fn compares_simply(key: &Document) -> bool {
    key.values()
        .any(|value| matches!(value.as_str(), Some("text" | "2d")))
}

/// Whether the key is a single field in a direction, the one kind that can expire documents.
pub fn is_single_btree(key: &Document) -> bool {
    let directed = |value| {
        matches!(
            numbers_in(value),
            Bson::Int32(_) | Bson::Int64(_) | Bson::Double(_)
        )
    };
    key.len() == 1
        && key
            .iter()
            .all(|(path, value)| directed(value) && !path.ends_with("$**") && path != "_id")
}

fn key_of(spec: &Document) -> &Document {
    static EMPTY: std::sync::LazyLock<Document> = std::sync::LazyLock::new(Document::new);
    spec.get_document("key").unwrap_or(&EMPTY)
}

fn is_text(value: &Bson) -> bool {
    value.as_str() == Some("text")
}
