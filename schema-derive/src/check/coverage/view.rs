//! Indexes and queries in the form in which the decision is made.

use schema_rules::coverage::{Fact, IndexView, PathSet, Proof, QueryView, serves};

use super::super::{Class, index::Context, position};
use crate::parse::{Filter, Index, KeyPath, Kind, Query};

/// An index that a query may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// The one at this position.
    Declared(usize),
    /// The one on `_id`, which each collection has that is no time series.
    Id,
    /// The one that the shard key needs, where no declared one serves it.
    ShardKey,
}

impl Candidate {
    /// The byte by which constant evaluation tells it.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Id => u8::MAX,
            Self::ShardKey => u8::MAX - 1,
            Self::Declared(at) => u8::try_from(at).unwrap_or(u8::MAX - 2),
        }
    }
}

/// The indexes of a collection, and numbers for the paths that they and the queries use.
pub(super) struct Views<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) declared: &'a [Index],
    paths: Vec<KeyPath>,
}

/// An index, as owned parts of its view.
pub(super) struct IndexParts {
    keys: Vec<u8>,
    base: IndexView<'static>,
}

impl IndexParts {
    pub(super) fn view(&self) -> IndexView<'_> {
        IndexView {
            keys: &self.keys,
            ..self.base
        }
    }
}

/// A query, as owned parts of its view.
pub(super) struct QueryParts {
    tenant: Option<u8>,
    terms: Vec<u8>,
    lists: Vec<u32>,
}

impl QueryParts {
    pub(super) fn view(&self) -> QueryView<'_> {
        QueryView {
            tenant: self.tenant,
            terms: &self.terms,
            lists: &self.lists,
        }
    }
}

impl<'a> Views<'a> {
    pub(super) fn new(context: &'a Context<'a>, declared: &'a [Index]) -> Self {
        Self {
            context,
            declared,
            paths: Vec::new(),
        }
    }

    fn number(&mut self, path: &KeyPath) -> u8 {
        let known = self.paths.iter().position(|other| other == path);
        let at = known.unwrap_or_else(|| {
            self.paths.push(path.clone());
            self.paths.len() - 1
        });
        u8::try_from(at).unwrap_or(u8::MAX)
    }

    /// The tenant key, where the query names it without writing it.
    pub(super) fn tenant(&self, query: &Query) -> Option<&'a KeyPath> {
        let attrs: &'a _ = self.context.attrs;
        let tenant = attrs.tenant.as_ref().map(|tenant| &tenant.value);
        tenant.filter(|_| query.across_tenants.is_none())
    }

    pub(super) fn query(&mut self, query: &Query) -> QueryParts {
        let tenant = self.tenant(query).map(|path| self.number(path));
        let mut terms = Vec::new();
        for (path, role) in query.terms() {
            terms.extend([self.number(path), role as u8]);
        }
        QueryParts {
            tenant,
            terms,
            lists: query.lists(),
        }
    }

    /// All indexes, of which the query may use one.
    pub(super) fn candidates(&self, query: &Query) -> Vec<Candidate> {
        let mut all = Vec::new();
        if self.id_path(query).is_some() && self.context.attrs.time_series.is_none() {
            all.push(Candidate::Id);
        }
        all.extend((0..self.declared.len()).map(Candidate::Declared));
        if self.context.around.shard_key_needs_index(self.declared) {
            all.push(Candidate::ShardKey);
        }
        all
    }

    pub(super) fn index(&mut self, candidate: Candidate, query: &Query) -> IndexParts {
        match candidate {
            Candidate::Declared(at) => self.of_declared(&self.declared[at], query),
            Candidate::Id => {
                let path = self.id_path(query).cloned();
                IndexParts {
                    keys: path.map_or_else(Vec::new, |path| vec![self.number(&path), 0]),
                    base: IndexView {
                        unique: true,
                        ..IndexView::plain(&[])
                    },
                }
            }
            Candidate::ShardKey => {
                let paths = self.context.around.shard_key.clone();
                let hashed = self.context.attrs.shard_key.iter();
                let hashed = hashed.flat_map(|key| &key.value.0).map(|part| part.hashed);
                let mut keys = Vec::new();
                for (path, hashed) in paths.iter().zip(hashed) {
                    let kind = if hashed {
                        Kind::Hashed
                    } else {
                        Kind::Ascending
                    };
                    keys.extend([self.number(path), kind as u8]);
                }
                IndexParts {
                    keys,
                    base: IndexView::plain(&[]),
                }
            }
        }
    }

    fn of_declared(&mut self, index: &Index, query: &Query) -> IndexParts {
        let mut keys = Vec::new();
        for key in &index.keys {
            let path = key.path.as_ref();
            keys.extend([path.map_or(u8::MAX, |path| self.number(path)), key.code()]);
        }
        let filtered = index.attrs.filter().into_iter().flat_map(Filter::paths);
        let filtered = filtered.fold(PathSet::EMPTY, |set, path| set.with(self.number(path)));
        IndexParts {
            keys,
            base: IndexView {
                unique: index.attrs.unique().is_some(),
                sparse: index.attrs.sparse().is_some(),
                hidden: index.attrs.is_hidden(),
                filter: proof(index, query),
                filtered,
                wildcard: self.wildcard(index),
                ..IndexView::plain(&[])
            },
        }
    }

    /// The paths that the index's wildcard covers.
    fn wildcard(&self, index: &Index) -> PathSet {
        let mut covered = PathSet::EMPTY;
        for key in index.keys.iter().filter(|key| key.kind == Kind::Wildcard) {
            let prefix = key.path.as_ref().map(|path| format!("{}.", path.text()));
            let behind = |path: &KeyPath| {
                let prefix = prefix.as_deref().unwrap_or_default();
                path.text().starts_with(prefix)
            };
            for (at, _) in self
                .paths
                .iter()
                .enumerate()
                .filter(|(_, path)| behind(path))
            {
                covered = covered.with(u8::try_from(at).unwrap_or(u8::MAX));
            }
        }
        covered
    }

    /// The best come first.
    pub(super) fn rank(&self, candidate: Candidate) -> (u8, usize) {
        match candidate {
            Candidate::Id => (0, 0),
            Candidate::Declared(at) => {
                let index = &self.declared[at];
                (
                    1 + u8::from(index.attrs.unique().is_none()),
                    index.keys.len(),
                )
            }
            Candidate::ShardKey => (2, self.context.around.shard_key.len()),
        }
    }

    /// The path to `_id` among those that the query asks for one value of, as far as tokens show.
    fn id_path<'b>(&self, query: &'b Query) -> Option<&'b KeyPath>
    where
        'a: 'b,
    {
        let tenant = self.tenant(query).into_iter();
        let mut paths = tenant.chain(query.paths());
        paths.find(|path| self.may_be_id(path))
    }

    fn may_be_id(&self, path: &KeyPath) -> bool {
        path.segments.len() == 1
            && match position(self.context.fields, path) {
                Some(at) => self.context.fields[at].stored_name == "_id",
                None => path.text() == "id",
            }
    }

    /// Whether the tokens show that the path leads to a field.
    pub(super) fn is_field(&self, path: &KeyPath) -> bool {
        path.segments.len() == 1 && !path.stored && position(self.context.fields, path).is_some()
    }

    /// Whether the index serves the query whatever its types are: nothing is left out of it, and no
    /// array that the tokens cannot exclude hinders.
    pub(super) fn is_sure(&mut self, candidate: Candidate, query: &Query) -> bool {
        match candidate {
            Candidate::Id => self.id_path(query).is_some_and(|path| self.is_plain(path)),
            Candidate::ShardKey => true,
            Candidate::Declared(at) => {
                let index = &self.declared[at];
                let attrs = &index.attrs;
                attrs.filter().is_none()
                    && attrs.sparse().is_none()
                    && attrs.collation.is_none()
                    && index.keys.iter().all(|key| key.kind.is_directed())
                    && self.serves_as_arrays(index, query)
            }
        }
    }

    /// Whether the index serves the query even if all keys that may lead to arrays lead through one:
    /// an array, and one that keys share, only ever takes away bounds and order.
    fn serves_as_arrays(&mut self, index: &Index, query: &Query) -> bool {
        let array = |path: &KeyPath| u8::from(!self.is_plain(path));
        let facts: Vec<Fact> = index
            .keys
            .iter()
            .map(|key| Fact {
                array: key.path.as_ref().map_or(0, array),
                ..Fact::default()
            })
            .collect();
        let (parts, asked) = (self.of_declared(index, query), self.query(query));
        let view = IndexView {
            facts: &facts,
            ..parts.view()
        };
        serves(&view, &asked.view()).is_ok()
    }

    fn is_plain(&self, path: &KeyPath) -> bool {
        let field = position(self.context.fields, path).map(|at| &self.context.fields[at]);
        let plain = |class: Class| match class {
            Class::Optional(inner) => {
                !inner.is_open() && !matches!(*inner, Class::Array(_) | Class::Map(_))
            }
            class => !class.is_open() && !matches!(class, Class::Array(_) | Class::Map(_)),
        };
        let is_id = self.may_be_id(path);
        self.is_field(path) && field.is_some_and(|field| is_id || field.class().is_some_and(plain))
    }
}

/// Whether the index's filter may follow from the query: the compiler compares the constants.
fn proof(index: &Index, query: &Query) -> Proof {
    match index.attrs.filter() {
        None => Proof::NoFilter,
        Some(filter) if query.filter.is_some() || needs_values_alone(filter) => Proof::Implied,
        Some(_) => Proof::NotImplied,
    }
}

/// Whether the filter asks for no constant, only that there are values.
fn needs_values_alone(filter: &Filter) -> bool {
    match filter {
        Filter::Exists(_) => true,
        Filter::And(parts) => parts.iter().all(needs_values_alone),
        Filter::Or(parts) => parts.iter().any(needs_values_alone),
        _ => false,
    }
}
