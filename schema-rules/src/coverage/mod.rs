//! Which index serves which query: by Equality, Sort, Range, as the server's planner goes about it.
//!
//! The macros ask it with what tokens show, to choose the indexes that may serve a query; constant
//! evaluation asks it again with what types decide. Both speak of paths by their positions in one
//! list, and of an index's keys and a query's terms in the model's own packed form.
//!
//! What counts as served is stricter than that the server could use the index: every condition is a
//! bound of the scan, so that keys and documents examined stay close to those returned, and the
//! scan's order is the query's, so that nothing is sorted in memory. Source: The ESR (Equality,
//! Sort, Range) Guideline; Use Indexes to Sort Query Results; Multikey Index Bounds.

mod btree;
mod conditions;
mod covered;
mod special;
#[cfg(test)]
mod tests;
mod view;

pub use btree::MOST_SCANS;
pub use covered::covers;
pub use view::{Fact, IndexView, KeyKind, Lack, PathSet, Proof, QueryView, Role};

/// Whether the index serves the query, and else what it lacks.
pub const fn serves(index: &IndexView<'_>, query: &QueryView<'_>) -> Result<(), Lack> {
    if index.hidden {
        return Err(Lack::Hidden);
    }
    if matches!(index.filter, Proof::NotImplied) {
        return Err(Lack::Filter);
    }
    if query.has(Role::Text) || query.has(Role::Near) {
        return special::serves(index, query);
    }
    btree::serves(index, query)
}
