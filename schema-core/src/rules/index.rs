//! Rules about one index.

use schema_rules::{
    INDEX_PATH_UNKNOWN, INDEX_UNIQUE_NULLABLE, PARTIAL_OPERATOR, PARTIAL_PATH_UNKNOWN, Rule,
    TTL_NOT_DATE,
};

use super::message::Message;
use crate::model::{Collection, Doc, Form, Found, Path, Shape, Types, Walk};
use crate::variant::StoredVariant;

/// [`INDEX_PATH_UNKNOWN`] for the path at this position of the collection's list.
#[track_caller]
pub const fn index_path(collection: &Collection, path: usize) {
    known_path(collection, path, &INDEX_PATH_UNKNOWN);
}

/// [`PARTIAL_PATH_UNKNOWN`] for the path at this position of the collection's list.
#[track_caller]
pub const fn partial_path(collection: &Collection, path: usize) {
    known_path(collection, path, &PARTIAL_PATH_UNKNOWN);
}

#[track_caller]
pub(super) const fn known_path(collection: &Collection, path: usize, rule: &Rule) {
    let path = &collection.paths[path];
    if path.is_stored() {
        super::stored_path::stored_path(collection.doc.get(), path, rule);
    }
    if let Walk::Unknown { segment, doc } = Walk::along(collection.doc.get(), path) {
        unknown_path(path, segment, doc, rule);
    }
}

#[cold]
#[track_caller]
const fn unknown_path(path: &Path, segment: usize, doc: Option<&'static Doc>, rule: &Rule) -> ! {
    match doc {
        Some(doc) => Message::new()
            .with(&["`"])
            .with_bytes_of(segment_of(path.text, segment))
            .with(&["` in `", path.text, "` is not a field of `", doc.name, "`"])
            .with_nearest(doc.names, doc.hashes.len(), segment_of(path.text, segment))
            .finish(rule),
        None => Message::new()
            .with(&["`"])
            .with_bytes_of(segment_of(path.text, segment - 1))
            .with(&["` in `", path.text, "` has no fields that are known"])
            .fail("end the path there", rule),
    }
}

/// The segment at this position of a path in Rust names.
const fn segment_of(path: &'static str, segment: usize) -> &'static [u8] {
    let bytes = path.as_bytes();
    let (mut start, mut passed) = (0, 0);
    while passed < segment && start < bytes.len() {
        if bytes[start] == b'.' {
            passed += 1;
        }
        start += 1;
    }
    let mut end = start;
    while end < bytes.len() && bytes[end] != b'.' {
        end += 1;
    }
    bytes.split_at(end).0.split_at(start).1
}

/// [`PARTIAL_OPERATOR`] for a constant that is written as the variant `name` of an enum.
#[track_caller]
pub const fn variant(stored: StoredVariant, name: &str) {
    if stored.name.is_none() {
        Message::new()
            .with(&["`", name, "` is not a variant that is stored as a string"])
            .fail(
                "write a literal, or a variant of an enum that derives `Embedded`",
                &PARTIAL_OPERATOR,
            )
    }
}

/// [`TTL_NOT_DATE`] for the path at this position of the collection's list.
#[track_caller]
pub const fn ttl_key(collection: &Collection, path: usize) {
    let path = &collection.paths[path];
    let Walk::Found(found) = Walk::along(collection.doc.get(), path) else {
        return;
    };
    if !dates(found) {
        Message::new()
            .with(&[
                "`",
                path.text,
                "` is not stored as a date, so no document would ever expire",
            ])
            .fail(TTL_NOT_DATE.remedy, &TTL_NOT_DATE)
    }
}

/// Whether all that is ever found there is a date, or an array of dates.
const fn dates(found: Found) -> bool {
    let types = match array_items(&found.shape) {
        Some(items) if items.is_poison() => return true,
        Some(items) => items.types,
        None => found.types,
    };
    types.without(Types::NULL).is(Types::DATE)
}

const fn array_items(shape: &Shape) -> Option<Shape> {
    match shape.resolved().form {
        Form::Array(array) => Some(array.items),
        _ => None,
    }
}

/// [`INDEX_UNIQUE_NULLABLE`] for one key of the index at this position. `excludes_missing` tells
/// that the index leaves out the documents that lack it.
#[track_caller]
pub const fn unique_key(collection: &Collection, index: usize, key: usize, excludes_missing: bool) {
    if let Some(found) = colliding(collection, index, key, excludes_missing) {
        let path = &collection.paths[collection.indexes[index].path(key)];
        unique_nullable(path, excludes_missing, found.presence.may_be_empty);
    }
}

/// What is found at such a key, if documents without a value collide there.
pub(super) const fn colliding(
    collection: &Collection,
    index: usize,
    key: usize,
    excludes_missing: bool,
) -> Option<Found> {
    let path = &collection.paths[collection.indexes[index].path(key)];
    let Walk::Found(found) = Walk::along(collection.doc.get(), path) else {
        return None;
    };
    let presence = found.presence;
    // An empty array has an entry of its own, like null.
    let null = presence.may_be_null || presence.may_be_empty || holds_null(&found.shape);
    let collides = null || (presence.may_be_missing && !excludes_missing);
    if collides && !is_deletion_marker(collection, index, found) {
        Some(found)
    } else {
        None
    }
}

#[cold]
#[track_caller]
const fn unique_nullable(path: &Path, excludes_missing: bool, may_be_empty: bool) -> ! {
    let message = Message::new().with(&["key `", path.text]);
    if may_be_empty {
        message
            .with(&["` of a unique index may be an empty array, and all such documents collide"])
            .fail(
                "write `#[field(min_items = 1)]` on the array",
                &INDEX_UNIQUE_NULLABLE,
            )
    }
    if excludes_missing {
        message
            .with(&["` of a unique index may be null, and all such documents collide"])
            .with(&[
                "; leave out the null with `skip_serializing_if = \"Option::is_none\"`, or write ",
            ])
            .with(&["`partial = type_of(", path.text, ", \"…\")`"])
            .finish(&INDEX_UNIQUE_NULLABLE)
    }
    message
        .with(&["` of a unique index may be missing or null, and all such documents collide"])
        .fail(INDEX_UNIQUE_NULLABLE.remedy, &INDEX_UNIQUE_NULLABLE)
}

/// Whether an array's items may be null.
const fn holds_null(shape: &Shape) -> bool {
    match array_items(shape) {
        Some(items) => items.types.intersects(Types::NULL),
        None => false,
    }
}

/// Whether a nullable key marks what is deleted: a date beside a key that is always there.
const fn is_deletion_marker(collection: &Collection, index: usize, found: Found) -> bool {
    found.types.without(Types::NULL).is(Types::DATE) && has_required_key(collection, index)
}

const fn has_required_key(collection: &Collection, index: usize) -> bool {
    let index = &collection.indexes[index];
    let mut key = 0;
    while key < index.key_count() {
        let path = &collection.paths[index.path(key)];
        if let Walk::Found(found) = Walk::along(collection.doc.get(), path)
            && !found.presence.may_be_missing
            && !found.presence.may_be_null
        {
            return true;
        }
        key += 1;
    }
    false
}
