//! Rules about queries.

use schema_rules::QUERY_PATH_UNKNOWN;

use super::index::known_path;
use crate::model::Collection;

/// [`QUERY_PATH_UNKNOWN`] for the path at this position of the collection's list.
#[track_caller]
pub const fn query_path(collection: &Collection, path: usize) {
    known_path(collection, path, &QUERY_PATH_UNKNOWN);
}
