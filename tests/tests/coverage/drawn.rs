//! Index sets and queries, drawn over one collection.

use bson::{Bson, Document, doc, oid::ObjectId};
use mongodb::Database;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use schema_core::model::{
    Collection, CollectionOption, Comparison, DocRef, Filter, Index, IndexOption, Path, Query,
    QueryOption, Role, Tenant, Value,
};
use schema_core::{Collection as Derived, CollectionSchema};
use serde::Serialize;

/// The collection that all pairs are about: a tenant key, plain values, an array, and a value that
/// may be missing.
#[derive(Serialize, Derived)]
#[collection(name = "samples", tenant = t)]
pub(crate) struct Sample {
    #[serde(rename = "_id")]
    id: ObjectId,
    t: i32,
    a: i32,
    b: i32,
    c: i32,
    #[field(max_items = 3)]
    l: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<i32>,
}

impl Sample {
    pub(crate) const COLLECTION: &'static str = Self::NAME;
}

/// The paths by their numbers; the first is the tenant key.
const PATHS: [&str; 6] = ["t", "a", "b", "c", "l", "n"];
/// The path that is an array.
const ARRAY: u8 = 4;

/// How many values a field has.
const VALUES: i32 = 5;

/// Documents of all combinations that matter.
pub(crate) async fn fill(database: &Database) {
    let mut state = 7_u32;
    let mut next = |limit: i32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i32 % limit
    };
    let documents: Vec<Document> = (0..600)
        .map(|_| {
            let l: Vec<i32> = (0..next(3)).map(|_| next(VALUES)).collect();
            let mut document = doc! {
                "t": next(2), "a": next(VALUES), "b": next(VALUES), "c": next(VALUES), "l": l,
            };
            if next(3) > 0 {
                document.insert("n", next(VALUES));
            }
            document
        })
        .collect();
    let collection = database.collection::<Document>(Sample::COLLECTION);
    collection.insert_many(documents).await.expect("documents");
}

/// Indexes and queries of one collection.
#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) indexes: Vec<DrawnIndex>,
    pub(crate) queries: Vec<DrawnQuery>,
}

#[derive(Debug, Clone)]
pub(crate) struct DrawnIndex {
    keys: Vec<(u8, bool)>,
    sparse: bool,
    hidden: bool,
    partial: Option<Filter>,
}

#[derive(Debug, Clone)]
pub(crate) struct DrawnQuery {
    tenant: bool,
    eq: Vec<u8>,
    any_of: Vec<(u8, u32)>,
    sort: Vec<(u8, bool)>,
    range: Vec<u8>,
    filter: Option<Filter>,
}

pub(crate) fn sets() -> impl Strategy<Value = Set> {
    let indexes = prop::collection::vec((index(), any::<bool>(), any::<u8>()), 1..4);
    let queries = prop::collection::vec(query(), 6);
    (indexes, queries).prop_map(|(indexes, queries)| {
        let fitted = indexes.into_iter().map(|(index, fits, noise)| {
            if fits {
                index.fitted(&queries[noise as usize % queries.len()], noise)
            } else {
                index
            }
        });
        Set {
            indexes: fitted.collect(),
            queries,
        }
    })
}

prop_compose! {
    fn index()(
        tenant in prop::bool::weighted(0.9),
        rest in subsequence(vec![1_u8, 2, 3, 4, 5], 1..4).prop_shuffle(),
        directions in prop::collection::vec(prop::bool::weighted(0.3), 5),
        sparse in prop::bool::weighted(0.1),
        hidden in prop::bool::weighted(0.05),
        partial in prop::option::weighted(0.3, filter()),
    ) -> DrawnIndex {
        let paths = tenant.then_some(0).into_iter().chain(rest);
        let partial = if sparse { None } else { partial };
        DrawnIndex { keys: paths.zip(directions).collect(), sparse, hidden, partial }
    }
}

prop_compose! {
    fn query()(
        tenant in prop::bool::weighted(0.9),
        paths in subsequence(vec![1_u8, 2, 3, 4, 5], 1..5).prop_shuffle(),
        roles in prop::collection::vec(0..4_u8, 5),
        longs in prop::collection::vec(select(vec![2_u32, 3, 250]), 5),
        directions in prop::collection::vec(any::<bool>(), 5),
        filter in prop::option::weighted(0.4, filter()),
    ) -> DrawnQuery {
        let mut query = DrawnQuery {
            tenant, eq: vec![], any_of: vec![], sort: vec![], range: vec![], filter: None,
        };
        for (at, path) in paths.into_iter().enumerate() {
            match roles[at] {
                0 => query.eq.push(path),
                1 => query.any_of.push((path, longs[at])),
                // Where an array is sorted by, the development server tells something else.
                2 if path != ARRAY => query.sort.push((path, directions[at])),
                _ => query.range.push(path),
            }
        }
        query.filter = filter.filter(|filter| query.is_free(filter));
        query
    }
}

fn filter() -> impl Strategy<Value = Filter> {
    let path = || 1..4_u8;
    let value = || (0..i64::from(VALUES)).prop_map(Value::Integer);
    let comparison = select(vec![
        Comparison::Eq,
        Comparison::Lt,
        Comparison::Lte,
        Comparison::Gt,
        Comparison::Gte,
    ]);
    let leaf = prop_oneof![
        4 => (path(), comparison, value()).prop_map(|(path, comparison, value)| {
            Filter::Compare(path, comparison, value)
        }),
        1 => (path(), prop::collection::vec(value(), 1..3))
            .prop_map(|(path, values)| Filter::OneOf(path, leak(values))),
        1 => Just(Filter::Exists(5)),
    ];
    let both = leaf.prop_recursive(1, 3, 2, |inner| {
        prop::collection::vec(inner, 2).prop_map(|parts| Filter::And(leak(parts)))
    });
    // What is said of a path twice, the development server does not put together.
    both.prop_filter("one clause for each path", |filter| {
        let mut seen = std::collections::BTreeSet::new();
        leaves(filter).iter().all(|(path, ..)| seen.insert(*path))
    })
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}

impl Set {
    /// The collection that declares them.
    pub(crate) fn model(&self) -> &'static Collection {
        let paths = PATHS.iter().enumerate().map(|(at, text)| Path {
            // Behind the `_id`.
            field: at as u16 + 1,
            rest: &[],
            text,
        });
        let indexes = self.indexes.iter().enumerate().map(|(at, it)| it.model(at));
        Box::leak(Box::new(Collection {
            name: Sample::NAME,
            type_name: "Sample",
            doc: DocRef::new(Sample::MODEL.doc.get()),
            tenant: Tenant::Key(0),
            options: &[] as &[CollectionOption],
            paths: leak(paths.collect()),
            indexes: leak(indexes.collect()),
            queries: leak(self.queries.iter().map(DrawnQuery::model).collect()),
            allows: &[],
        }))
    }
}

impl DrawnIndex {
    /// The index with keys by equality, sort and range for a query, often with a slip.
    fn fitted(mut self, query: &DrawnQuery, noise: u8) -> Self {
        let terms = query.terms();
        let with = |roles: &[Role]| -> Vec<(u8, bool)> {
            let terms = terms.iter().filter(|(_, role)| roles.contains(role));
            let keys = terms.map(|(path, role)| (*path, *role == Role::Descending));
            keys.collect()
        };
        let reversed = noise & 1 == 1;
        let mut keys = if query.tenant {
            vec![(0, false)]
        } else {
            vec![]
        };
        keys.extend(with(&[Role::Equal, Role::Fixed]));
        keys.extend(with(&[Role::AnyOf, Role::FixedAnyOf]));
        let order = with(&[Role::Ascending, Role::Descending]).into_iter();
        keys.extend(order.map(|(path, down)| (path, down != reversed)));
        keys.extend(with(&[Role::Range, Role::FixedRange]));
        let mut seen = std::collections::BTreeSet::new();
        keys.retain(|(path, _)| seen.insert(*path));
        if noise & 6 == 6 && keys.len() > 2 {
            let last = keys.len() - 1;
            keys.swap(last, last - 1);
        }
        if !keys.is_empty() {
            self.keys = keys;
        }
        self
    }

    fn model(&self, at: usize) -> Index {
        let keys = self.keys.iter();
        let keys = keys.flat_map(|(path, down)| [*path, u8::from(*down)]);
        let name: &'static str = Box::leak(format!("index_{at}").into_boxed_str());
        let mut options = vec![IndexOption::Name(name)];
        options.extend(self.sparse.then_some(IndexOption::Sparse));
        options.extend(self.hidden.then_some(IndexOption::Hidden));
        options.extend(self.partial.map(IndexOption::Partial));
        Index {
            keys: leak(keys.collect()),
            options: leak(options),
        }
    }
}

impl DrawnQuery {
    /// Whether its own conditions leave the filter's fields alone.
    fn is_free(&self, filter: &Filter) -> bool {
        let mut own = self.conditions();
        let sorted = self.sort.iter().map(|(path, _)| *path);
        own.extend(sorted);
        leaves(filter).iter().all(|(path, ..)| !own.contains(path))
    }

    fn conditions(&self) -> Vec<u8> {
        let lists = self.any_of.iter().map(|(path, _)| *path);
        let plain = self.eq.iter().chain(&self.range).copied();
        plain.chain(lists).collect()
    }

    fn terms(&self) -> Vec<(u8, Role)> {
        let mut terms = Vec::new();
        terms.extend(self.eq.iter().map(|path| (*path, Role::Equal)));
        terms.extend(self.any_of.iter().map(|(path, _)| (*path, Role::AnyOf)));
        terms.extend(self.sort.iter().map(|(path, down)| {
            let role = if *down {
                Role::Descending
            } else {
                Role::Ascending
            };
            (*path, role)
        }));
        terms.extend(self.range.iter().map(|path| (*path, Role::Range)));
        terms.extend(self.filter.iter().flat_map(fixed));
        terms
    }

    fn model(&self) -> Query {
        let terms = self.terms().into_iter();
        let terms = terms.flat_map(|(path, role)| [path, role as u8]).collect();
        let lists = self.any_of.iter().map(|(_, most)| *most);
        let lists = lists.chain(self.filter.iter().flat_map(lengths)).collect();
        let mut options = vec![QueryOption::Lists(leak(lists))];
        options.extend(self.filter.map(QueryOption::Filter));
        if !self.tenant {
            options.push(QueryOption::AcrossTenants("drawn"));
        }
        Query {
            name: "drawn",
            terms: leak(terms),
            options: leak(options),
        }
    }

    pub(crate) fn term_path(&self, term: usize) -> &'static str {
        PATHS[self.terms()[term].0 as usize]
    }

    /// Whether a key behind the first ones that have values, each, has one as well: the server can
    /// sort all the same, at the price of keys that it examines in vain.
    pub(crate) fn has_late_values(&self, spec: &Document) -> bool {
        let valued: Vec<&str> = self
            .terms()
            .into_iter()
            .filter(|(_, role)| {
                matches!(
                    role,
                    Role::Equal | Role::Fixed | Role::AnyOf | Role::FixedAnyOf
                )
            })
            .map(|(path, _)| PATHS[path as usize])
            .chain(self.tenant.then_some("t"))
            .collect();
        let has_value = |path: &&String| valued.contains(&path.as_str());
        let key = spec.get_document("key").expect("a key");
        key.keys()
            .skip_while(has_value)
            .any(|path| has_value(&path))
    }

    /// Whether a value that it is given may happen to satisfy the index's filter.
    pub(crate) fn may_satisfy(&self, spec: &Document) -> bool {
        let conditions = self.conditions();
        conditions.into_iter().any(|path| is_filtered(spec, path))
    }

    /// The paths of its conditions, but for those that the index's filter is about.
    pub(crate) fn bounded_paths(&self, spec: &Document) -> Vec<String> {
        let own = self.conditions();
        let constants = self.filter.iter().flat_map(fixed).map(|(path, _)| path);
        let constants = constants.filter(|path| !is_filtered(spec, *path));
        let tenant = self.tenant.then_some(0);
        let paths = own.into_iter().chain(constants).chain(tenant);
        paths.map(|path| PATHS[path as usize].to_owned()).collect()
    }

    /// The filter that it stands for. Each path has one entry: the development server does not prove
    /// a partial index's filter from within an `$and`.
    pub(crate) fn document(&self) -> Document {
        let mut all = Document::new();
        if self.tenant {
            demand(&mut all, 0, "$eq", 1.into());
        }
        for path in &self.eq {
            demand(&mut all, *path, "$eq", 1.into());
        }
        for (path, most) in &self.any_of {
            let values: Vec<i32> = (0..*most as i32).collect();
            demand(&mut all, *path, "$in", values.into());
        }
        for path in &self.range {
            demand(&mut all, *path, "$gte", 2.into());
        }
        for (path, operator, value) in self.filter.iter().flat_map(leaves) {
            demand(&mut all, path, operator, value);
        }
        all
    }

    pub(crate) fn order(&self) -> Document {
        let keys = self.sort.iter().map(|(path, down)| {
            let direction = if *down { -1 } else { 1 };
            (PATHS[*path as usize].to_owned(), Bson::Int32(direction))
        });
        keys.collect()
    }
}

fn fixed(filter: &Filter) -> Vec<(u8, Role)> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(fixed).collect(),
        Filter::Compare(path, Comparison::Eq, _) => vec![(*path, Role::Fixed)],
        Filter::OneOf(path, _) => vec![(*path, Role::FixedAnyOf)],
        Filter::Exists(path) => vec![(*path, Role::FixedExists)],
        Filter::Compare(path, ..) | Filter::Type(path, _) => vec![(*path, Role::FixedRange)],
        Filter::Or(_) => unreachable!("none is drawn"),
    }
}

fn lengths(filter: &Filter) -> Vec<u32> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(lengths).collect(),
        Filter::OneOf(_, values) => vec![values.len() as u32],
        _ => vec![],
    }
}

/// Whether the index's filter is about the path.
fn is_filtered(spec: &Document, path: u8) -> bool {
    let partial = spec.get_document("partialFilterExpression").ok();
    let filtered = partial.map(ToString::to_string).unwrap_or_default();
    filtered.contains(&format!("\"{}\"", PATHS[path as usize]))
}

fn demand(all: &mut Document, path: u8, operator: &str, value: Bson) {
    let entry = all.entry(PATHS[path as usize].to_owned());
    let entry = entry.or_insert_with(|| Document::new().into());
    let operators = entry.as_document_mut().expect("operators alone");
    assert!(operators.insert(operator, value).is_none(), "one of each");
}

/// What a filter demands: a path, an operator and its value.
fn leaves(filter: &Filter) -> Vec<(u8, &'static str, Bson)> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(leaves).collect(),
        Filter::Compare(path, comparison, value) => {
            let operator = match comparison {
                Comparison::Eq => "$eq",
                Comparison::Lt => "$lt",
                Comparison::Lte => "$lte",
                Comparison::Gt => "$gt",
                Comparison::Gte => "$gte",
            };
            vec![(*path, operator, number(value))]
        }
        Filter::OneOf(path, values) => {
            let values: Vec<Bson> = values.iter().map(number).collect();
            vec![(*path, "$in", values.into())]
        }
        Filter::Exists(path) => vec![(*path, "$exists", true.into())],
        Filter::Or(_) | Filter::Type(..) => unreachable!("none is drawn"),
    }
}

fn number(value: &Value) -> Bson {
    match value {
        Value::Integer(number) => Bson::Int32(*number as i32),
        _ => unreachable!("numbers alone are drawn"),
    }
}
