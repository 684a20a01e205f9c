//! Rules about the types of an index's keys, alone and beside each other.

use schema_rules::{
    GEO_TYPE, HASHED_ARRAY, INDEX_PARALLEL_ARRAYS, SPARSE_NO_EFFECT, TEXT_TYPE, WILDCARD_OPTION,
};

use super::{message::Message, partial::item_types, stored::Stored};
use crate::model::{Collection, Doc, Form, Found, KeyKind, Path, Shape, Types, Walk};

/// What the key at this position of an index leads to; none where nothing is known of it.
const fn key(collection: &Collection, index: usize, key: usize) -> (&Path, Option<Found>) {
    let path = &collection.paths[collection.indexes[index].path(key)];
    match Walk::along(collection.doc.get(), path) {
        Walk::Found(found) => (path, Some(found)),
        Walk::Unknown { .. } | Walk::Poison => (path, None),
    }
}

/// [`TEXT_TYPE`], [`GEO_TYPE`] and [`WILDCARD_OPTION`] for one key of the index at this position.
#[track_caller]
pub const fn key_type(collection: &Collection, index: usize, at: usize) {
    let (path, Some(found)) = key(collection, index, at) else {
        return;
    };
    if found.types.is(Types::ANY) {
        return;
    }
    let kind = collection.indexes[index].kind(at);
    let types = innermost(found.shape);
    let fits = match kind {
        KeyKind::Text => types.intersects(Types::STRING),
        KeyKind::Wildcard => types.intersects(Types::OBJECT),
        KeyKind::Geo2dSphere => is_place(found.shape, true),
        KeyKind::Geo2d => is_place(found.shape, false),
        _ => true,
    };
    if !fits && !types.is_empty() {
        misfit(path, kind);
    }
}

#[cold]
#[track_caller]
const fn misfit(path: &Path, kind: KeyKind) -> ! {
    let message = Message::new().with(&["`", path.text]);
    match kind {
        KeyKind::Text => message
            .with(&["` is not stored as a string"])
            .fail(TEXT_TYPE.remedy, &TEXT_TYPE),
        KeyKind::Wildcard => Message::new()
            .with(&["there is nothing behind `", path.text, "` that `"])
            .with(&[path.text, ".*` could cover"])
            .fail(WILDCARD_OPTION.remedy, &WILDCARD_OPTION),
        _ => message
            .with(&["` is not stored as a place"])
            .fail(GEO_TYPE.remedy, &GEO_TYPE),
    }
}

/// The types of what an array holds at its end, or of the value itself.
pub(super) const fn innermost(shape: Shape) -> Types {
    let mut shape = shape;
    while let Form::Array(array) = shape.resolved().form {
        shape = array.items;
    }
    match item_types(&shape) {
        Some(types) => types,
        None => shape.types,
    }
}

/// Whether a value can be a place: an object of GeoJSON, where the kind takes one, or two numbers.
/// Source: Geospatial Queries.
pub(super) const fn is_place(shape: Shape, geojson: bool) -> bool {
    match shape.resolved().form {
        // Longitude and latitude, or several places.
        Form::Array(array) => {
            array.items.types.intersects(Types::NUMBER) || is_place(array.items, geojson)
        }
        Form::Document(doc) => {
            let doc = doc.get();
            begins_with_numbers(doc) || (geojson && is_geojson(doc))
        }
        _ => shape.types.is_empty() || shape.types.intersects(Types::OBJECT.or(Types::ARRAY)),
    }
}

/// Whether a document's first two fields are a longitude and a latitude.
const fn begins_with_numbers(doc: &Doc) -> bool {
    doc.shapes.len() >= 2
        && doc.shapes[0].types.intersects(Types::NUMBER)
        && doc.shapes[1].types.intersects(Types::NUMBER)
}

/// Whether a document has the fields of a GeoJSON object.
const fn is_geojson(doc: &Doc) -> bool {
    doc.additional_properties
        || (has_stored(doc, b"type")
            && (has_stored(doc, b"coordinates") || has_stored(doc, b"geometries")))
}

const fn has_stored(doc: &Doc, name: &[u8]) -> bool {
    !matches!(Stored::in_doc(doc, name), Stored::Absent)
}

/// [`HASHED_ARRAY`] for one key of the index at this position.
#[track_caller]
pub const fn hashed_key(collection: &Collection, index: usize, at: usize) {
    let path = &collection.paths[collection.indexes[index].path(at)];
    if array_segments(collection.doc.get(), path) != 0 {
        Message::new()
            .with(&["`", path.text, "` leads to an array in a hashed index"])
            .fail(HASHED_ARRAY.remedy, &HASHED_ARRAY)
    }
}

/// The segments of a path at which there is an array, one bit each.
pub(crate) const fn array_segments(doc: &'static Doc, path: &Path) -> u64 {
    if path.is_stored() {
        return 0;
    }
    let positioned = path.len() - path.rest.len();
    let mut arrays = 0;
    let mut length = 1;
    while length <= path.len() && length < 64 {
        let (rest, _) = path.rest.split_at(length - positioned);
        let front = Path {
            field: path.field,
            rest,
            text: path.text,
        };
        if let Walk::Found(found) = Walk::along(doc, &front)
            && found.types.intersects(Types::ARRAY)
            && !found.types.is(Types::ANY)
        {
            arrays |= 1 << (length - 1);
        }
        length += 1;
    }
    arrays
}

/// [`INDEX_PARALLEL_ARRAYS`] for one key of the index at this position, beside the keys before it.
#[track_caller]
pub const fn parallel_arrays(collection: &Collection, index: usize, at: usize) {
    let doc = collection.doc.get();
    let own = &collection.paths[collection.indexes[index].path(at)];
    let arrays_of_own = array_segments(doc, own);
    let mut earlier = 0;
    while arrays_of_own != 0 && earlier < at {
        let other = &collection.paths[collection.indexes[index].path(earlier)];
        let shared = shared_segments(own, other);
        let apart = arrays_of_own >> shared != 0 && array_segments(doc, other) >> shared != 0;
        if apart && !own.is_stored() && !other.is_stored() {
            in_parallel(own, other);
        }
        earlier += 1;
    }
}

/// How many first segments two paths have in common.
pub(crate) const fn shared_segments(a: &Path, b: &Path) -> usize {
    if a.field != b.field {
        return 0;
    }
    let mut shared = 0;
    while shared < a.rest.len() && shared < b.rest.len() && a.rest[shared] == b.rest[shared] {
        shared += 1;
    }
    shared + a.len() - a.rest.len()
}

#[cold]
#[track_caller]
const fn in_parallel(own: &Path, other: &Path) -> ! {
    Message::new()
        .with(&["`", other.text, "` and `", own.text])
        .with(&["` lead to different arrays"])
        .fail(INDEX_PARALLEL_ARRAYS.remedy, &INDEX_PARALLEL_ARRAYS)
}

/// [`SPARSE_NO_EFFECT`] for the index at this position.
#[track_caller]
pub const fn sparse(collection: &Collection, index: usize) {
    if let Some(path) = always_there(collection, index) {
        Message::new()
            .with(&["every document has the key `", path.text])
            .with(&["`, so `sparse` leaves out none"])
            .fail(SPARSE_NO_EFFECT.remedy, &SPARSE_NO_EFFECT)
    }
}

/// The first key that every document has.
pub(super) const fn always_there(collection: &Collection, index: usize) -> Option<&Path> {
    let keys = collection.indexes[index].key_count();
    let mut at = 0;
    while at < keys {
        if let (path, Some(found)) = key(collection, index, at)
            && !found.presence.may_be_missing
        {
            return Some(path);
        }
        at += 1;
    }
    None
}
