//! Queries that an index answers without a document.

use super::conditions::Condition;
use super::view::{IndexView, Lack, QueryView, Role};

/// Whether an index that serves the query also holds all that the query returns, and else what it
/// lacks. Source: Query Optimization, covered queries.
pub const fn covers(index: &IndexView<'_>, query: &QueryView<'_>) -> Result<(), Lack> {
    let mut term = 0;
    while term < query.term_count() {
        let shown = matches!(query.role(term), Role::Project);
        let key = position(index, query.path(term));
        match key {
            None => return Err(Lack::Condition(term)),
            Some(key) if !index.kind(key).is_directed() => return Err(Lack::Condition(term)),
            Some(key) if shown && index.fact(key).array != 0 => return Err(Lack::Array(key)),
            Some(key) if index.collated && index.fact(key).text => {
                return Err(Lack::Collation(key));
            }
            // The keys do not tell null from a missing field.
            Some(key) if index.fact(key).nullable && is_point(query, term) => {
                return Err(Lack::Sparse(key));
            }
            Some(_) => {}
        }
        term += 1;
    }
    Ok(())
}

const fn is_point(query: &QueryView<'_>, term: usize) -> bool {
    matches!(
        query.condition(query.path(term)),
        Condition::Point | Condition::Points(_)
    )
}

const fn position(index: &IndexView<'_>, path: u8) -> Option<usize> {
    let mut key = 0;
    while key < index.key_count() {
        if index.path(key) == path {
            return Some(key);
        }
        key += 1;
    }
    None
}
