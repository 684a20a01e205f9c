//! Which index serves which query, as far as tokens show. What types decide (arrays, null, strings)
//! is taken to be as good as it can be; the compiler then looks again at the indexes found here.

mod view;
mod words;

use schema_rules::coverage::{covers, serves};
use schema_rules::{INDEX_WITHOUT_QUERY, QUERY_NOT_COVERED, QUERY_WITHOUT_INDEX};

use super::index::Context;
use crate::{
    faults::{Faults, suppressed},
    parse::{Index, Query},
};
pub(crate) use view::Candidate;
use view::Views;

/// What the compiler has to look at again.
#[derive(Debug)]
pub(crate) struct Witness {
    /// The query's position.
    pub(crate) query: usize,
    /// The indexes that may serve it, the best first.
    pub(crate) candidates: Vec<Candidate>,
    /// Whether one of them has to serve it.
    pub(crate) served: bool,
    /// Whether one of those also has to hold what it returns.
    pub(crate) covered: bool,
}

/// The rules about queries and indexes together. `whole` tells that no query and no index was left
/// out for a fault of its own: nothing is said that another could make untrue.
pub(crate) fn coverage(
    context: &Context<'_>,
    declared: &[Index],
    queries: &[Query],
    whole: bool,
    faults: &mut Faults,
) -> Vec<Witness> {
    let mut views = Views::new(context, declared);
    let mut used = vec![false; declared.len()];
    let mut witnesses = Vec::new();
    for (at, query) in queries.iter().enumerate() {
        let candidates = serving(&mut views, query);
        for candidate in &candidates {
            if let Candidate::Declared(index) = candidate {
                used[*index] = true;
            }
        }
        if candidates.is_empty() {
            if whole {
                without_index(context, &mut views, query, faults);
            }
        } else {
            witnesses.extend(witness(&mut views, query, at, candidates, faults));
        }
    }
    if whole && !queries.is_empty() {
        for (index, used) in declared.iter().zip(used) {
            without_query(context, index, used, faults);
        }
    }
    witnesses
}

/// The indexes that may serve the query, those that find at most one document first, then those
/// with the fewest keys.
fn serving(views: &mut Views<'_>, query: &Query) -> Vec<Candidate> {
    let asked = views.query(query);
    let mut found: Vec<Candidate> = views
        .candidates(query)
        .into_iter()
        .filter(|candidate| {
            let index = views.index(*candidate, query);
            serves(&index.view(), &asked.view()).is_ok()
        })
        .collect();
    found.sort_by_key(|candidate| views.rank(*candidate));
    found
}

/// [`QUERY_NOT_COVERED`] as far as tokens show, and what the compiler has to look at.
fn witness(
    views: &mut Views<'_>,
    query: &Query,
    position: usize,
    candidates: Vec<Candidate>,
    faults: &mut Faults,
) -> Option<Witness> {
    let allows = [&query.allows, views.context.outer];
    let covered = !query.project.is_empty();
    if covered {
        let asked = views.query(query);
        let lacks = candidates.iter().map(|candidate| {
            let index = views.index(*candidate, query);
            (*candidate, covers(&index.view(), &asked.view()))
        });
        let lacks: Vec<_> = lacks.collect();
        if lacks.iter().all(|(_, lack)| lack.is_err()) {
            let wrong = words::not_covered(views, query, &lacks);
            faults.broken(&QUERY_NOT_COVERED, &allows, query.span, &wrong);
            return None;
        }
    }
    let first_is_sure = candidates
        .first()
        .is_some_and(|best| views.is_sure(*best, query));
    let served = !first_is_sure && !suppressed(&QUERY_WITHOUT_INDEX, &allows);
    let covered = covered && !suppressed(&QUERY_NOT_COVERED, &allows);
    (served || covered).then_some(Witness {
        query: position,
        candidates,
        served,
        covered,
    })
}

/// [`QUERY_WITHOUT_INDEX`]: what the nearest indexes lack, and the one to declare.
fn without_index(context: &Context<'_>, views: &mut Views<'_>, query: &Query, faults: &mut Faults) {
    let wrong = words::no_index(views, query);
    let instead = format!("declare `{}`", words::declaration(context, query));
    let allows = [&query.allows, context.outer];
    faults.broken_with(&QUERY_WITHOUT_INDEX, &allows, query.span, &wrong, &instead);
}

/// [`INDEX_WITHOUT_QUERY`]: each index costs every write, so each is there for something.
fn without_query(context: &Context<'_>, index: &Index, used: bool, faults: &mut Faults) {
    let special = index.keys.iter().any(|key| !key.kind.is_directed());
    let needed = used
        || special
        || index.attrs.unique().is_some()
        || index.attrs.expire_after.is_some()
        || context.around.is_shard_keys(index);
    if !needed {
        let allows = [&index.attrs.allows(), context.outer];
        let wrong = "no query uses this index";
        faults.broken(&INDEX_WITHOUT_QUERY, &allows, index.span, wrong);
    }
}
