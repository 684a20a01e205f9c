//! Which index serves which query, as far as tokens show. What types decide (arrays, null, strings)
//! is taken to be as good as it can be; the compiler then looks again at the indexes found here.

mod view;
mod words;

use schema_rules::coverage::{Role, covers, serves};
use schema_rules::{INDEX_WITHOUT_QUERY, QUERY_NOT_COVERED, QUERY_WITHOUT_INDEX};

use super::index::Context;
use crate::{
    faults::{Faults, suppressed},
    parse::{Index, Key, Query},
};
pub(crate) use view::Candidate;
use view::Views;

/// What the compiler has to look at again.
#[derive(Debug)]
pub(crate) enum Witness {
    /// Whether one of the indexes at these positions, the best first, serves the query at this one.
    Served(usize, Vec<Candidate>),
    /// Whether one of those that serve it also holds what it returns.
    Covered(usize, Vec<Candidate>),
    /// No index serves the query at this position, unless one of its paths leads nowhere, which is
    /// said by itself. With what is wrong, and what to write instead.
    Unserved(usize, String, String),
}

/// The rules about queries and indexes together. `whole` tells that no query and no index was left
/// out for a fault of its own: nothing is said that another could make untrue.
pub(crate) fn coverage(
    context: &Context<'_>,
    declared: &[Index],
    queries: &mut [Query],
    whole: bool,
    faults: &mut Faults,
) -> Vec<Witness> {
    let mut views = Views::new(context, declared);
    let mut used = vec![false; declared.len()];
    let mut witnesses = Vec::new();
    for (at, query) in queries.iter_mut().enumerate() {
        let candidates = serving(&mut views, query);
        for candidate in &candidates {
            if let Candidate::Declared(index) = candidate {
                used[*index] = true;
            }
        }
        query.untargeted = untargeted(&views, query);
        query.index = candidates.first().and_then(|best| keys(*best, declared));
        if !query.sound {
            continue;
        }
        if !candidates.is_empty() {
            witnesses.extend(witness(&mut views, query, at, &candidates, faults));
        } else if whole {
            witnesses.extend(without_index(&mut views, query, at, faults));
        }
    }
    if whole && !queries.is_empty() && queries.iter().all(|query| query.sound) {
        for (index, used) in declared.iter().zip(used) {
            without_query(context, index, used, faults);
        }
    }
    witnesses
}

/// The first field of the shard key, where the query goes to every shard for having no condition on
/// it. A hashed field is found by single values alone. Source: mongos, Targeted Operations vs.
/// Broadcast Operations.
fn untargeted(views: &Views<'_>, query: &Query) -> Option<String> {
    let mut parts = views.context.attrs.shard_key.iter();
    let first = parts.next()?.value.0.first()?;
    let targets = |role: Role| match role {
        Role::Equal | Role::AnyOf | Role::Fixed | Role::FixedAnyOf => true,
        Role::Range | Role::FixedRange => !first.hashed,
        _ => false,
    };
    let is_tenant = views.tenant(query) == Some(&first.path);
    let mut terms = query.terms().into_iter();
    let is_targeted = is_tenant || terms.any(|(path, role)| *path == first.path && targets(role));
    (!is_targeted).then(|| first.path.text())
}

/// The keys of an index, in words; none where the shard key implies it.
fn keys(candidate: Candidate, declared: &[Index]) -> Option<String> {
    match candidate {
        Candidate::Declared(index) => {
            let keys: Vec<String> = declared[index].keys.iter().map(Key::text).collect();
            Some(keys.join(", "))
        }
        Candidate::Id => Some("_id".to_owned()),
        Candidate::ShardKey => None,
    }
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
    candidates: &[Candidate],
    faults: &mut Faults,
) -> Vec<Witness> {
    let allows = [&query.allows, views.context.outer];
    let mut open = Vec::new();
    let sure = candidates.iter().any(|one| views.is_sure(*one, query));
    if !sure && !suppressed(&QUERY_WITHOUT_INDEX, &allows) {
        open.push(Witness::Served(position, candidates.to_vec()));
    }
    if query.project.is_empty() {
        return open;
    }
    let asked = views.query(query);
    let mut lacks = Vec::new();
    for candidate in candidates {
        let index = views.index(*candidate, query);
        lacks.push((*candidate, covers(&index.view(), &asked.view())));
    }
    if lacks.iter().all(|(_, lack)| lack.is_err()) {
        let wrong = words::not_covered(views, query, &lacks);
        faults.broken(&QUERY_NOT_COVERED, &allows, query.span, &wrong);
    } else if !suppressed(&QUERY_NOT_COVERED, &allows) {
        open.push(Witness::Covered(position, candidates.to_vec()));
    }
    open
}

/// [`QUERY_WITHOUT_INDEX`]: what the nearest indexes lack, and the one to declare.
fn without_index(
    views: &mut Views<'_>,
    query: &Query,
    position: usize,
    faults: &mut Faults,
) -> Option<Witness> {
    let wrong = words::no_index(views, query);
    let instead = words::remedy(views.context, query);
    let allows = [&query.allows, views.context.outer];
    if query.paths().all(|path| views.is_field(path)) {
        faults.broken_with(&QUERY_WITHOUT_INDEX, &allows, query.span, &wrong, &instead);
        return None;
    }
    let open = !suppressed(&QUERY_WITHOUT_INDEX, &allows);
    open.then_some(Witness::Unserved(position, wrong, instead))
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
