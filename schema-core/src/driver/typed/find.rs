//! A declared query with what its function was given.

use bson::RawDocumentBuf;

use crate::driver::{Argument, Find, Target};

/// A query that returns some fields alone. What a document of the collection always has may be
/// missing, so it is no `T`.
pub type Projected<T> = Find<T, RawDocumentBuf>;

/// The query at this position of the collection's list.
pub fn find<T, const N: usize>(target: &Target, query: usize, given: [Argument; N]) -> Find<T> {
    Find::declared(target, query, Vec::from(given))
}

/// The same, of a query that returns some fields alone.
pub fn find_projected<T, const N: usize>(
    target: &Target,
    query: usize,
    given: [Argument; N],
) -> Projected<T> {
    Find::declared(target, query, Vec::from(given))
}
