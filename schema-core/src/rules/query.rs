//! Rules about queries.

use schema_rules::{QUERY_PATH_UNKNOWN, QUERY_SEARCH_TYPE};

use super::{
    index::known_path,
    index_keys::{innermost, is_place},
    message::Message,
};
use crate::model::{Collection, Found, Types, Walk};

/// [`QUERY_PATH_UNKNOWN`] for the path at this position of the collection's list.
#[track_caller]
pub const fn query_path(collection: &Collection, path: usize) {
    known_path(collection, path, &QUERY_PATH_UNKNOWN);
}

/// [`QUERY_SEARCH_TYPE`] for the path at this position of the collection's list, in which words are
/// searched.
#[track_caller]
pub const fn searched_text(collection: &Collection, path: usize) {
    if let Some(found) = known(collection, path)
        && !innermost(found.shape).intersects(Types::STRING)
    {
        Message::new()
            .with(&[
                "`",
                collection.paths[path].text,
                "` is not stored as a string",
            ])
            .fail("search the text of a string", &QUERY_SEARCH_TYPE)
    }
}

/// [`QUERY_SEARCH_TYPE`] for the path at this position of the collection's list, from which
/// distances are measured.
#[track_caller]
pub const fn searched_place(collection: &Collection, path: usize) {
    if let Some(found) = known(collection, path)
        && !is_place(found.shape, true)
    {
        Message::new()
            .with(&[
                "`",
                collection.paths[path].text,
                "` is not stored as a place",
            ])
            .fail(
                "search a GeoJSON object, or an array of longitude and latitude",
                &QUERY_SEARCH_TYPE,
            )
    }
}

/// What a path leads to, where something is known of it.
const fn known(collection: &Collection, path: usize) -> Option<Found> {
    match Walk::along(collection.doc.get(), &collection.paths[path]) {
        Walk::Found(found) if found.types.is(Types::ANY) => None,
        Walk::Found(found) if innermost(found.shape).is_empty() => None,
        Walk::Found(found) => Some(found),
        Walk::Unknown { .. } | Walk::Poison => None,
    }
}
