//! A declared query with what its function was given.

use crate::driver::{Argument, Find, Target};

/// The query at this position of the collection's list.
pub fn find<R, const N: usize>(target: &Target, query: usize, given: [Argument; N]) -> Find<R> {
    Find::declared(target, query, Vec::from(given))
}
