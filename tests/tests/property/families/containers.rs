//! Arrays, sets, tuples and what holds one value.

#![allow(clippy::linkedlist, clippy::box_collection)] // applications have them

use std::{
    collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque},
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo},
    sync::{Arc, Mutex, RwLock},
    time::{Duration, SystemTime},
};

use bson::oid::ObjectId;
use proptest::prelude::*;
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{distinct, drawn, object_id, text};

hold! {
    arrays: Arrays;
    sets: Sets;
    tuples: Tuples;
    containers_of_one: OfOne;
    documents_of_the_standard_library: Standard;
}

#[derive(Debug, Serialize, Collection)]
#[collection(name = "arrays", global = "a test")]
struct Arrays {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(min_items = 1, max_items = 4, items(maximum = 9))]
    vec: Vec<i32>,
    #[field(max_items = 3)]
    deque: VecDeque<Option<i64>>,
    #[field(max_items = 3, items(min_length = 2, max_length = 3))]
    list: LinkedList<String>,
    #[field(max_items = 3)]
    heap: BinaryHeap<u8>,
    fixed: [i16; 3],
    #[field(max_items = 3, items(min_items = 1, max_items = 2, items(minimum = 0)))]
    nested: Vec<Vec<i32>>,
    #[field(max_items = 2, items(items(pattern = "^[a-z]*$")))]
    fixed_inside: Vec<[String; 2]>,
    #[field(max_items = 5)]
    boxed: Box<[u8]>,
    #[field(max_items = 3, unique_items)]
    unique: Option<Vec<Point>>,
}

#[derive(Debug, Serialize, Embedded, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    x: i32,
    y: i32,
}

drawn!(Point {
    x: any::<i32>(),
    y: any::<i32>()
});

fn items<T: std::fmt::Debug>(
    item: impl Strategy<Value = T>,
    least: usize,
    most: usize,
) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(item, least..=most)
}

drawn!(Arrays {
    id: object_id(),
    vec: items(..=9_i32, 1, 4),
    deque: items(any::<Option<i64>>(), 0, 3).prop_map(VecDeque::from),
    list: items(text(2, 3), 0, 3).prop_map(LinkedList::from_iter),
    heap: items(any::<u8>(), 0, 3).prop_map(BinaryHeap::from),
    fixed: any::<[i16; 3]>(),
    nested: items(items(0..=i32::MAX, 1, 2), 0, 3),
    fixed_inside: items(prop::array::uniform2("[a-z]{0,3}"), 0, 2),
    boxed: items(any::<u8>(), 0, 5).prop_map(Vec::into_boxed_slice),
    unique: prop::option::of(distinct(<Point as crate::drawn::Drawn>::drawn(), 0, 3)),
});

#[derive(Debug, Clone, Copy, Serialize, Embedded, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    DarkGreen,
    #[serde(rename = "azure")]
    Blue,
}

const COLOURS: [Colour; 3] = [Colour::Red, Colour::DarkGreen, Colour::Blue];

#[derive(Debug, Serialize, Collection)]
#[collection(name = "sets", global = "a test")]
struct Sets {
    #[serde(rename = "_id")]
    id: Colour,
    colours: HashSet<Colour>,
    ordered: BTreeSet<Colour>,
    #[field(min_items = 2)]
    most: BTreeSet<Colour>,
    #[field(max_items = 4, items(max_length = 3))]
    texts: BTreeSet<String>,
    #[field(max_items = 4)]
    numbers: HashSet<i64>,
    optional: Option<Colour>,
}

drawn!(Sets {
    id: prop::sample::select(&COLOURS[..]),
    colours: prop::sample::subsequence(&COLOURS[..], 0..=3).prop_map(HashSet::from_iter),
    ordered: prop::sample::subsequence(&COLOURS[..], 0..=3).prop_map(BTreeSet::from_iter),
    most: prop::sample::subsequence(&COLOURS[..], 2..=3).prop_map(BTreeSet::from_iter),
    texts: prop::collection::btree_set(text(0, 3), 0..=4),
    numbers: prop::collection::hash_set(any::<i64>(), 0..=4),
    optional: prop::option::of(prop::sample::select(&COLOURS[..])),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "tuples", global = "a test")]
struct Tuples {
    #[serde(rename = "_id")]
    id: ObjectId,
    one: (i8,),
    three: (String, Option<u8>, bool),
    #[field(items(max_length = 4))]
    bounded: (String, String),
    #[field(max_items = 3)]
    pairs: Vec<(Colour, i64)>,
    inside: Option<((u8, u8), [bool; 2])>,
    twelve: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, char),
}

drawn!(Tuples {
    id: object_id(),
    one: any::<(i8,)>(),
    three: (text(0, 5), any::<Option<u8>>(), any::<bool>()),
    bounded: (text(0, 4), text(0, 4)),
    pairs: items((prop::sample::select(&COLOURS[..]), any::<i64>()), 0, 3),
    inside: any::<Option<((u8, u8), [bool; 2])>>(),
    twelve: (any::<[u8; 11]>(), any::<char>())
        .prop_map(|([a, b, c, d, e, f, g, h, i, j, k], l)| (a, b, c, d, e, f, g, h, i, j, k, l)),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "of_one", global = "a test")]
struct OfOne {
    #[serde(rename = "_id")]
    id: Arc<ObjectId>,
    #[field(minimum = 3)]
    boxed: Box<i32>,
    point: Arc<Point>,
    #[field(max_length = 4)]
    mutex: Mutex<String>,
    lock: RwLock<Option<Point>>,
    #[field(max_items = 2, items(maximum = 3))]
    deep: Option<Box<Vec<Arc<u8>>>>,
}

drawn!(OfOne {
    id: object_id().prop_map(Arc::new),
    boxed: (3..).prop_map(Box::new),
    point: <Point as crate::drawn::Drawn>::drawn().prop_map(Arc::new),
    mutex: text(0, 4).prop_map(Mutex::new),
    lock: prop::option::of(<Point as crate::drawn::Drawn>::drawn()).prop_map(RwLock::new),
    deep: prop::option::of(items((0..=3_u8).prop_map(Arc::new), 0, 2).prop_map(Box::new)),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "standard", global = "a test")]
struct Standard {
    #[serde(rename = "_id")]
    id: ObjectId,
    duration: Duration,
    time: SystemTime,
    range: Range<u8>,
    inclusive: RangeInclusive<i64>,
    from: RangeFrom<char>,
    to: RangeTo<String>,
    result: Result<u8, Option<bool>>,
    bound: Bound<u16>,
    maybe: Option<Bound<Colour>>,
}

fn bound<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
) -> impl Strategy<Value = Bound<T>> {
    let included = value.clone().prop_map(Bound::Included);
    prop_oneof![
        included,
        value.prop_map(Bound::Excluded),
        Just(Bound::Unbounded)
    ]
}

drawn!(Standard {
    id: object_id(),
    duration: (0..1_u64 << 62, 0..1_000_000_000_u32)
        .prop_map(|(secs, nanos)| Duration::new(secs, nanos)),
    time: (0..1_u64 << 40).prop_map(|it| SystemTime::UNIX_EPOCH + Duration::from_nanos(it)),
    range: any::<(u8, u8)>().prop_map(|(from, to)| from..to),
    inclusive: any::<(i64, i64)>().prop_map(|(from, to)| from..=to),
    from: any::<char>().prop_map(|it| it..),
    to: text(0, 4).prop_map(|it| ..it),
    result: any::<Result<u8, Option<bool>>>(),
    bound: bound(any::<u16>()),
    maybe: prop::option::of(bound(prop::sample::select(&COLOURS[..]))),
});
