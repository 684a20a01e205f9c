//! Index sets and queries, drawn over one collection.

#[path = "drawn/query.rs"]
mod query;

use bson::{Document, doc, oid::ObjectId};
use mongodb::Database;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use query::leaves;
use schema_core::model::{
    Collection, CollectionOption, Comparison, DocRef, Filter, Index, IndexOption, Path, Role,
    Tenant, Value,
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
