//! Maps, by the kinds of their keys.

use std::collections::{BTreeMap, HashMap};

use bson::oid::ObjectId;
use proptest::{collection::btree_map, prelude::*};
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{drawn, name, object_id, text};

hold! {
    maps: Maps;
}

#[derive(Debug, Clone, Copy, Serialize, Embedded, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Plain,
    NotSoPlain,
}

drawn!(Kind = prop::sample::select(vec![Kind::Plain, Kind::NotSoPlain]));

#[derive(Debug, Clone, Serialize, Embedded, PartialEq, Eq, PartialOrd, Ord)]
struct Code(#[field(pattern = "^[A-Z]{2}$")] String);

drawn!(Code = "[A-Z]{2}".prop_map(Code));

#[derive(Debug, Clone, Serialize, Embedded)]
struct Entry {
    #[field(minimum = 0)]
    count: i32,
    note: Option<String>,
}

drawn!(Entry {
    count: 0..,
    note: prop::option::of(text(0, 4))
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "maps", global = "a test")]
struct Maps {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_properties = 4, allow(dynamic_field_names = "a test"))]
    open: BTreeMap<String, i64>,
    #[field(
        min_properties = 1,
        max_properties = 4,
        keys(pattern = "^[a-z]+$"),
        values(max_length = 5)
    )]
    by_pattern: BTreeMap<String, String>,
    by_kind: HashMap<Kind, Entry>,
    #[field(values(max_items = 2, items(minimum = 1)))]
    arrays: BTreeMap<Kind, Vec<u8>>,
    #[field(max_properties = 3)]
    by_code: BTreeMap<Code, Option<Entry>>,
    #[field(
        max_properties = 3,
        keys(pattern = "^k[a-z]*$"),
        values(max_properties = 2, values(maximum = 7)),
        allow(dynamic_field_names = "a test")
    )]
    nested: Option<BTreeMap<String, BTreeMap<String, i32>>>,
    #[field(
        max_properties = 2,
        keys(pattern = "^[a-z]$"),
        values(items(maximum = 3))
    )]
    tuples: BTreeMap<String, (i64, String)>,
    #[field(max_items = 2, items(max_properties = 2, keys(pattern = "^[a-z]$")))]
    inside: Vec<BTreeMap<String, bool>>,
}

drawn!(Maps {
    id: object_id(),
    open: btree_map(name(), any::<i64>(), 0..=4),
    by_pattern: btree_map("[a-z]{1,3}", text(0, 5), 1..=4),
    by_kind: btree_map(Kind::drawn(), Entry::drawn(), 0..=2).prop_map(HashMap::from_iter),
    arrays: btree_map(Kind::drawn(), prop::collection::vec(1_u8.., 0..=2), 0..=2),
    by_code: btree_map(Code::drawn(), prop::option::of(Entry::drawn()), 0..=3),
    nested: prop::option::of(btree_map(
        "k[a-z]{0,2}",
        btree_map(name(), ..=7, 0..=2),
        0..=3
    )),
    tuples: btree_map("[a-z]", (..=3_i64, text(0, 2)), 0..=2),
    inside: prop::collection::vec(btree_map("[a-z]", any::<bool>(), 0..=2), 0..=2),
});
