//! Rules about a collection as a whole: its `_id`, its shard key, its versions.

use schema_rules::{
    ID_TYPE_UNSUPPORTED, SHARD_KEY_ARRAY, SHARD_KEY_MONOTONIC, SHARD_KEY_PATH_UNKNOWN,
    TENANT_KEY_COLLATED, TENANT_KEY_NOT_SCALAR, TIME_SERIES_FIELD, TTL_NOT_DATE,
    UNSUPPORTED_COMBINATION,
};

use super::{index::known_path, message::Message, nearest::name_at, stored::Stored};
use crate::{
    model::{Collection, CollectionOption, Doc, Found, Path, Types, Walk},
    variant::same,
};

/// What a tenant key may be stored as: one value, which is equal to itself in one form alone.
const SCALARS: Types = Types::NUMBER
    .or(Types::STRING)
    .or(Types::OBJECT_ID)
    .or(Types::BIN_DATA)
    .or(Types::BOOL)
    .or(Types::DATE)
    .or(Types::TIMESTAMP);

/// What the server refuses as an `_id`.
const NO_ID: Types = Types::ARRAY.or(Types::REGEX).or(Types::UNDEFINED);

/// [`TENANT_KEY_NOT_SCALAR`] for the tenant key that was found at a path.
#[track_caller]
pub(super) const fn tenant_scalar(doc: &'static Doc, path: &Path, found: &Found) {
    let others = found.types.without(Types::NULL).without(SCALARS);
    if !others.is_empty() || passes_array(doc, path) {
        Message::new()
            .with(&["tenant key `", path.text, "` is not one value"])
            .fail(TENANT_KEY_NOT_SCALAR.remedy, &TENANT_KEY_NOT_SCALAR)
    }
}

/// [`TENANT_KEY_COLLATED`] for the tenant key of a collection with a collation. What is no scalar at
/// all is refused by another rule.
#[track_caller]
pub const fn tenant_collated(doc: &'static Doc, path: &Path) {
    if let Walk::Found(found) = Walk::along(doc, path)
        && found.types.intersects(Types::STRING)
        && found.types.without(Types::NULL).without(SCALARS).is_empty()
    {
        Message::new()
            .with(&[
                "tenant key `",
                path.text,
                "` is a string, and the collection's collation may take two for equal",
            ])
            .fail(TENANT_KEY_COLLATED.remedy, &TENANT_KEY_COLLATED)
    }
}

/// Whether an array lies on the way to the end of a path.
const fn passes_array(doc: &'static Doc, path: &Path) -> bool {
    // Of a path whose first segment is open, that segment is among the others.
    let mut length = if path.field == Path::OPEN { 1 } else { 0 };
    while length < path.rest.len() {
        let before = Path {
            rest: path.rest.split_at(length).0,
            ..*path
        };
        if let Walk::Found(found) = Walk::along(doc, &before)
            && found.types.intersects(Types::ARRAY)
        {
            return true;
        }
        length += 1;
    }
    false
}

/// [`ID_TYPE_UNSUPPORTED`]. A type of which nothing is known is left to the user.
#[track_caller]
pub const fn id_type(doc: &Doc) {
    if let Stored::Found(types) = Stored::in_doc(doc, b"_id")
        && types.intersects(NO_ID)
        && !types.is(Types::ANY)
    {
        Message::new()
            .with(&["the `_id` may be an array or a regular expression"])
            .fail(ID_TYPE_UNSUPPORTED.remedy, &ID_TYPE_UNSUPPORTED)
    }
}

/// [`UNSUPPORTED_COMBINATION`]: a document whose `_id` is generated brings none.
#[track_caller]
pub const fn generated_id(doc: &Doc) {
    if let Stored::Found(_) | Stored::Sometimes = Stored::in_doc(doc, b"_id") {
        Message::new()
            .with(&["`_id` is generated, and stored from a field"])
            .fail(UNSUPPORTED_COMBINATION.remedy, &UNSUPPORTED_COMBINATION)
    }
}

/// [`TTL_NOT_DATE`] for the `_id` of a clustered collection whose documents expire.
#[track_caller]
pub const fn clustered_ttl(doc: &Doc) {
    if let Stored::Found(types) = Stored::in_doc(doc, b"_id")
        && !types.without(Types::NULL).is(Types::DATE)
    {
        Message::new()
            .with(&["the `_id` is not stored as a date, so no document would ever expire"])
            .fail(TTL_NOT_DATE.remedy, &TTL_NOT_DATE)
    }
}

/// [`TIME_SERIES_FIELD`] for the time, by the position of its path in the collection's list.
#[track_caller]
pub const fn time_field(collection: &'static Collection, path: usize) {
    let path = &collection.paths[path];
    let wrong = match Walk::along(collection.doc.get(), path) {
        Walk::Poison => return,
        Walk::Found(found) if found.types.is(Types::DATE) => return,
        Walk::Found(_) => "` is not always stored as a date",
        Walk::Unknown { .. } => "` is not a field",
    };
    Message::new()
        .with(&["the time `", path.text, wrong])
        .fail(TIME_SERIES_FIELD.remedy, &TIME_SERIES_FIELD)
}

/// [`SHARD_KEY_PATH_UNKNOWN`] and [`SHARD_KEY_ARRAY`] for a part of the shard key, by the position
/// of its path in the collection's list.
#[track_caller]
pub const fn shard_key_part(collection: &'static Collection, path: usize) {
    known_path(collection, path, &SHARD_KEY_PATH_UNKNOWN);
    let path = &collection.paths[path];
    let doc = collection.doc.get();
    if let Walk::Found(found) = Walk::along(doc, path)
        && ((found.types.intersects(Types::ARRAY) && !found.types.is(Types::ANY))
            || passes_array(doc, path))
    {
        Message::new()
            .with(&[
                "`",
                path.text,
                "` of the shard key is an array, or lies inside one",
            ])
            .fail(SHARD_KEY_ARRAY.remedy, &SHARD_KEY_ARRAY)
    }
}

/// Whether a path leads to the `_id`. Where the `_id` is flattened into the document, its field
/// is told by its name and its type.
pub(crate) const fn is_id(doc: &'static Doc, path: &Path) -> bool {
    if path.field != Path::OPEN {
        let stored = name_at(doc.names, path.field as usize * 2 + 1);
        return path.rest.is_empty() && same(stored, b"_id");
    }
    match (Walk::along(doc, path), Stored::in_doc(doc, b"_id")) {
        (Walk::Found(found), Stored::Found(types)) => {
            path.rest.len() == 1 && same(path.text.as_bytes(), b"id") && found.types.is(types)
        }
        _ => false,
    }
}

/// [`SHARD_KEY_MONOTONIC`] for the first part of the shard key, by the position of its path in the
/// collection's list.
#[track_caller]
pub const fn shard_key_start(collection: &'static Collection, path: usize) {
    if grows(collection, path) {
        Message::new()
            .with(&[
                "the shard key starts with `",
                collection.paths[path].text,
                "`, which grows with every insert",
            ])
            .fail(SHARD_KEY_MONOTONIC.remedy, &SHARD_KEY_MONOTONIC)
    }
}

/// Whether the values at a path grow with time.
pub(super) const fn grows(collection: &'static Collection, path: usize) -> bool {
    let (doc, path) = (collection.doc.get(), &collection.paths[path]);
    let Walk::Found(found) = Walk::along(doc, path) else {
        return false;
    };
    let grows = Types::DATE.or(Types::TIMESTAMP);
    let grows = if is_id(doc, path) {
        grows.or(Types::OBJECT_ID).or(Types::INTEGER)
    } else {
        grows
    };
    let types = found.types.without(Types::NULL);
    !types.is_empty() && types.without(grows).is_empty()
}

/// Whether the driver makes the `_id`.
pub(super) const fn has_generated_id(collection: &Collection) -> bool {
    let mut at = 0;
    while at < collection.options.len() {
        if let CollectionOption::GeneratedId = collection.options[at] {
            return true;
        }
        at += 1;
    }
    false
}
