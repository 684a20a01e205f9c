//! Rules about the keys of maps, which are names of fields.

use schema_rules::{DYNAMIC_FIELD_NAMES, FIELD_NAME_INVALID, UNKNOWN_SERIALIZATION};

use super::{
    contents::Allowed,
    place::{Kind, Place},
};
use crate::model::{Map, Marks, Types};

/// Whether a map whose names are data takes any.
pub(super) const fn takes_any_name(map: &Map, place: Place<'_>) -> bool {
    map.names().is_none()
        && !map.keys.types.without(Types::NULL).is_empty()
        && !map.keys.marks.intersects(Marks::UUID)
        && map.pattern().is_none()
        && !place.has(Kind::KeyPattern)
}

/// [`UNKNOWN_SERIALIZATION`] of keys that are no strings, [`FIELD_NAME_INVALID`] of those that are
/// known, and [`DYNAMIC_FIELD_NAMES`] of others.
#[track_caller]
pub(super) const fn keys(map: &Map, place: Place<'_>, allowed: Allowed) {
    if let Some(names) = map.names() {
        valid_names(names, place);
        return;
    }
    let types = map.keys.types.without(Types::NULL);
    if types.is_empty() && !map.keys.marks.intersects(Marks::REFUSED) {
        // Its own fault was reported.
        return;
    }
    if map.keys.marks.intersects(Marks::UUID) {
        return;
    }
    if !types.is(Types::STRING) || map.keys.marks.intersects(Marks::NO_KEY) {
        place
            .named("map field", "a map inside field")
            .with(&["has keys that are not stored as strings"])
            .fail("use `String` as the map's key", &UNKNOWN_SERIALIZATION)
    }
    if !allowed.covers(Allowed::DYNAMIC_FIELD_NAMES) && takes_any_name(map, place) {
        let message = place
            .named("map field", "a map inside field")
            .with(&["takes any name for its fields"]);
        place.fail_with(
            message,
            "keys(pattern = \"^…$\")",
            ", key it by an enum, or store an array of documents with a field each for key and value",
            &DYNAMIC_FIELD_NAMES,
        )
    }
}

/// The stored names of an enum's variants can be names of fields.
#[track_caller]
const fn valid_names(pairs: &str, place: Place<'_>) {
    let bytes = pairs.as_bytes();
    let (mut at, mut start, mut ends) = (0, 0, 0);
    while at < bytes.len() {
        let stored = ends % 2 == 1;
        if bytes[at] == 0 {
            if stored && at == start {
                invalid_name(place);
            }
            ends += 1;
            start = at + 1;
        } else if stored && (bytes[at] == b'.' || (bytes[at] == b'$' && at == start)) {
            invalid_name(place);
        }
        at += 1;
    }
}

#[cold]
#[track_caller]
const fn invalid_name(place: Place<'_>) -> ! {
    place
        .named("map field", "a map inside field")
        .with(&["has a key that is no valid name of a field"])
        .fail(
            "give the enum's variant another stored name",
            &FIELD_NAME_INVALID,
        )
}
