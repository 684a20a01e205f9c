//! Which declared index serves which declared query.
//!
//! The decision itself is that of [`schema_rules::coverage`]; here is what a collection's types say
//! to it: which keys lead to arrays, which may be null, which hold strings, and whether the constants
//! of a query imply an index's filter. Everything can be evaluated by the compiler.

mod collations;
mod facts;
mod implies;
mod values;

use schema_rules::coverage::{Fact, IndexView, Proof, QueryView, covers, serves};
pub use schema_rules::coverage::{Lack, MOST_SCANS};

use crate::model::{
    Collection, CollectionOption, IndexOption, KeyKind, Query, QueryOption, Tenant,
};

/// The most keys of an index. Source: MongoDB Limits and Thresholds.
const MOST_KEYS: usize = 32;

/// An index that a query may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Candidate {
    /// The index at this position of [`Collection::indexes`].
    Declared(usize),
    /// The one on `_id`, which each collection has that is no time series.
    Id,
    /// The one that the shard key needs, where no declared index serves it.
    ShardKey,
}

/// Whether the index serves the query at this position of the collection's list, and else what it
/// lacks: positions in a [`Lack`] are those of the index's keys and the query's terms.
pub const fn served_by(
    collection: &'static Collection,
    query: usize,
    candidate: Candidate,
) -> Result<(), Lack> {
    let query = &collection.queries[query];
    let asked = view_of(collection, query);
    match candidate {
        Candidate::Declared(index) => {
            let facts = facts::of_keys(collection, index, values_matter(collection, index));
            serves(&view(collection, index, query, &facts), &asked)
        }
        Candidate::ShardKey => match shard_key(collection) {
            Some((keys, length)) => serves(&IndexView::plain(keys.split_at(length).0), &asked),
            None => Err(Lack::Kind),
        },
        Candidate::Id => match facts::id_path(collection, query) {
            Some(path) => {
                let keys = [path, 0];
                let unique = IndexView {
                    unique: true,
                    ..IndexView::plain(&keys)
                };
                serves(&unique, &asked)
            }
            None => Err(Lack::Kind),
        },
    }
}

/// Whether the index at this position, which serves the query, also holds all that it returns.
pub const fn covered_by(
    collection: &'static Collection,
    query: usize,
    index: usize,
) -> Result<(), Lack> {
    let query = &collection.queries[query];
    let facts = facts::of_keys(collection, index, true);
    covers(
        &view(collection, index, query, &facts),
        &view_of(collection, query),
    )
}

/// The indexes that serve the query at this position, the best first: the one on `_id`, those that
/// find at most one document, then those with the fewest keys.
pub fn serving(collection: &'static Collection, query: usize) -> Vec<Candidate> {
    let declared = (0..collection.indexes.len()).map(Candidate::Declared);
    let mut found: Vec<Candidate> = std::iter::once(Candidate::Id)
        .chain(declared)
        .chain(std::iter::once(Candidate::ShardKey))
        .filter(|candidate| served_by(collection, query, *candidate).is_ok())
        .collect();
    found.sort_by_key(|candidate| match candidate {
        Candidate::Id => (0, 0),
        Candidate::ShardKey => (2, MOST_KEYS),
        Candidate::Declared(at) => {
            let index = &collection.indexes[*at];
            let unique = index
                .options
                .iter()
                .any(|option| matches!(option, IndexOption::Unique));
            (1 + u8::from(!unique), index.key_count())
        }
    });
    found
}

const fn view_of<'a>(collection: &Collection, query: &'a Query) -> QueryView<'a> {
    let mut lists: &[u32] = &[];
    let mut across = false;
    let mut at = 0;
    while at < query.options.len() {
        match &query.options[at] {
            QueryOption::Lists(most) => lists = most,
            QueryOption::AcrossTenants(_) => across = true,
            _ => {}
        }
        at += 1;
    }
    let tenant = match collection.tenant {
        Tenant::Key(path) if !across => Some(path),
        _ => None,
    };
    QueryView {
        tenant,
        terms: query.terms,
        lists,
    }
}

const fn view<'a>(
    collection: &'static Collection,
    index: usize,
    query: &'static Query,
    facts: &'a [Fact; MOST_KEYS],
) -> IndexView<'a> {
    let declared = &collection.indexes[index];
    let mut view = IndexView {
        facts,
        wildcard: facts::wildcard(collection, index),
        ..IndexView::plain(declared.keys)
    };
    let default = collation(collection);
    let mut own = default;
    let mut at = 0;
    while at < declared.options.len() {
        match &declared.options[at] {
            IndexOption::Unique => view.unique = true,
            IndexOption::Sparse => view.sparse = true,
            IndexOption::Hidden => view.hidden = true,
            IndexOption::Collation(collation) => own = Some(collation),
            IndexOption::Partial(filter) => {
                view.filter = if implies::implies(collection, query, filter) {
                    Proof::Implied
                } else {
                    Proof::NotImplied
                };
                view.filtered = implies::settled(query, filter);
            }
            _ => {}
        }
        at += 1;
    }
    view.other_collation = !collations::same(own, default);
    view.collated = collations::compares(own);
    view
}

/// Whether it matters if the index's keys may be null, or strings.
const fn values_matter(collection: &Collection, index: usize) -> bool {
    let options = collection.indexes[index].options;
    let mut at = 0;
    while at < options.len() {
        if matches!(options[at], IndexOption::Sparse | IndexOption::Collation(_)) {
            return true;
        }
        at += 1;
    }
    collation(collection).is_some()
}

const fn collation(collection: &Collection) -> Option<&crate::model::Collation> {
    let mut at = 0;
    while at < collection.options.len() {
        if let CollectionOption::Collation(collation) = &collection.options[at] {
            return Some(collation);
        }
        at += 1;
    }
    None
}

/// The keys of the index that the shard key needs, in the packed form, and their bytes.
const fn shard_key(collection: &Collection) -> Option<([u8; MOST_KEYS * 2], usize)> {
    let mut at = 0;
    while at < collection.options.len() {
        if let CollectionOption::ShardKey(key) = &collection.options[at] {
            let mut keys = [0; MOST_KEYS * 2];
            let mut part = 0;
            while part < key.len() && part < MOST_KEYS {
                keys[part * 2] = key.path(part) as u8;
                keys[part * 2 + 1] = if key.is_hashed(part) {
                    KeyKind::Hashed as u8
                } else {
                    KeyKind::Ascending as u8
                };
                part += 1;
            }
            return Some((keys, part * 2));
        }
        at += 1;
    }
    None
}

/// Whether a key has a path of its own.
const fn has_path(kind: KeyKind) -> bool {
    !matches!(kind, KeyKind::Everything | KeyKind::EveryText)
}
