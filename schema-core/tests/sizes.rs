//! The sizes and levels that are computed at compile time, against documents as they are serialised.

#![allow(dead_code)] // of some types the schema alone is asked

use std::collections::BTreeMap;

use bson::{Bson, DateTime, Decimal128, Document, oid::ObjectId};
use proptest::prelude::*;
use schema_core::{
    Collection, CollectionSchema, Embedded,
    model::{estimated_size, nesting_of, proven_size},
    render,
};
use serde::{Deserialize, Serialize};

#[path = "sizes/deep.rs"]
mod deep;
#[path = "sizes/drawn.rs"]
mod drawn;
#[cfg(feature = "uuid")]
#[path = "sizes/maps.rs"]
mod maps;

const ALL: &str = "everybody's";

/// The largest code point of each size.
const WIDE: &str = "\u{10ffff}";
const NARROW: &str = "x";

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
struct Person {
    id: ObjectId,
    #[field(max_length = 30)]
    display_name: String,
    #[field(max_length = 10)]
    nick: Option<String>,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Embedded,
)]
#[serde(rename_all = "snake_case")]
enum Status {
    Todo,
    InProgress,
    Done,
}

/// A label.
#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
struct Label(#[field(max_length = 12)] String);

/// A tuple struct.
#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
struct Reading(
    #[field(max_length = 7)] String,
    Option<i64>,
    #[field(max_items = 2, items(max_length = 3))] Vec<String>,
);

#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 1, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    schema_version: i32,
    #[field(max_length = 200)]
    title: String,
    status: Status,
    #[serde(rename = "pos")]
    position: i64,
    #[field(strict_bson_type)]
    votes: i32,
    weight: f64,
    done: bool,
    due_at: Option<DateTime>,
    price: Decimal128,
    token: bson::Uuid,
    nothing: (),
    #[field(max_items = 12, items(max_length = 8))]
    tags: Vec<String>,
    #[field(max_items = 3, items(max_length = 5))]
    labels: Vec<Label>,
    #[field(max_items = 11)]
    people: Vec<Person>,
    assignee: Option<Person>,
    corners: [i64; 4],
    pair: (i64, bool),
    reading: Reading,
    #[field(values(max_length = 3))]
    notes: BTreeMap<Status, String>,
}

fn person(text: &str) -> Person {
    Person {
        id: ObjectId::new(),
        display_name: text.repeat(30),
        nick: Some(text.repeat(10)),
    }
}

fn largest_task(text: &str) -> Task {
    let statuses = [Status::Todo, Status::InProgress, Status::Done];
    Task {
        id: ObjectId::new(),
        tenant_id: ObjectId::new(),
        schema_version: 1,
        title: text.repeat(200),
        status: Status::InProgress,
        position: i64::MAX,
        votes: i32::MAX,
        weight: 0.5,
        done: true,
        due_at: Some(DateTime::MAX),
        price: "1.5".parse().unwrap(),
        token: bson::Uuid::new(),
        nothing: (),
        tags: vec![text.repeat(8); 12],
        labels: vec![Label(text.repeat(5)); 3],
        people: vec![person(text); 11],
        assignee: Some(person(text)),
        corners: [i64::MAX; 4],
        pair: (i64::MAX, true),
        reading: Reading(text.repeat(7), Some(i64::MAX), vec![text.repeat(3); 2]),
        notes: statuses.map(|status| (status, text.repeat(3))).into(),
    }
}

/// The document with each of these `int` as the `long` that an update can make of it.
fn widened(value: &impl Serialize, names: &[&str]) -> usize {
    let mut document = bson::serialize_to_document(value).unwrap();
    for name in names {
        let number = document.get_i32(name).unwrap();
        document.insert(*name, i64::from(number));
    }
    bytes(&document)
}

fn bytes(value: &impl Serialize) -> usize {
    bson::serialize_to_vec(value).unwrap().len()
}

fn proven<T: CollectionSchema>() -> usize {
    usize::try_from(proven_size(T::MODEL).unwrap()).unwrap()
}

fn estimated<T: CollectionSchema>() -> usize {
    usize::try_from(estimated_size(T::MODEL)).unwrap()
}

#[test]
fn the_largest_document_is_exactly_as_large_as_proven() {
    let largest = largest_task(WIDE);
    assert_eq!(proven::<Task>(), widened(&largest, &["schema_version"]));
    let largest = largest_task(NARROW);
    assert_eq!(estimated::<Task>(), widened(&largest, &["schema_version"]));
}

/// The four ways to store an enum.
#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
enum External {
    Nothing,
    Text(#[field(max_length = 20)] String),
    Pair(i64, Status),
    Whole { person: Person, at: DateTime },
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Nothing,
    Someone(Person),
    Whole { person: Person, at: DateTime },
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(tag = "t", content = "c", rename_all = "snake_case")]
enum Adjacent {
    Nothing,
    Text(#[field(max_length = 20)] String),
    Pair(Person, Status),
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(untagged)]
enum Untagged {
    Whole { person: Person },
    Pair(Person, Status),
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
struct Stamps {
    created_at: DateTime,
    updated_at: Option<DateTime>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "events", global = ALL, generated_id, max_size = "4KiB")]
struct Event {
    external: External,
    internal: Internal,
    adjacent: Adjacent,
    untagged: Untagged,
    #[field(max_items = 2)]
    many: Vec<External>,
    #[serde(flatten)]
    stamps: Stamps,
    #[serde(flatten)]
    flattened: Internal2,
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
#[serde(tag = "shape", rename_all = "snake_case")]
enum Internal2 {
    Round { radius: f64 },
    Square { width: f64, height: f64 },
}

fn largest_event(text: &str) -> Event {
    let whole = External::Whole {
        person: person(text),
        at: DateTime::MAX,
    };
    Event {
        external: whole.clone(),
        internal: Internal::Whole {
            person: person(text),
            at: DateTime::MAX,
        },
        adjacent: Adjacent::Pair(person(text), Status::InProgress),
        untagged: Untagged::Pair(person(text), Status::InProgress),
        many: vec![whole; 2],
        stamps: Stamps {
            created_at: DateTime::MAX,
            updated_at: Some(DateTime::MAX),
        },
        flattened: Internal2::Square {
            width: 1.0,
            height: 1.0,
        },
    }
}

#[test]
fn of_an_enum_the_largest_variant_counts_with_its_tag() {
    for (text, computed) in [(WIDE, proven::<Event>()), (NARROW, estimated::<Event>())] {
        let mut document = bson::serialize_to_document(&largest_event(text)).unwrap();
        document.insert("_id", ObjectId::new());
        assert_eq!(computed, bytes(&document));
    }
}

/// What has no bound that the validator enforces.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "open", global = ALL)]
struct Open {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(pattern = "^[a-z]{3}$")]
    code: String,
    anything: Document,
}

#[test]
fn what_has_no_bound_is_not_proven_and_counts_for_nothing() {
    assert_eq!(proven_size(Open::MODEL), None);
    let empty = bson::doc! { "_id": ObjectId::new(), "code": Bson::Null, "anything": Bson::Null };
    assert_eq!(estimated::<Open>(), bytes(&empty));
}

#[test]
fn a_constant_can_hold_the_size() {
    const SIZE: Option<u64> = proven_size(Task::MODEL);
    assert_eq!(SIZE, proven_size(Task::MODEL));
}

proptest! {
    #[test]
    fn no_valid_document_is_larger_than_proven(task in drawn::task(), event in drawn::event()) {
        for size in [bytes(&task), widened(&task, &["schema_version"])] {
            prop_assert!(size <= proven::<Task>());
        }
        let mut event = bson::serialize_to_document(&event).unwrap();
        event.insert("_id", ObjectId::new());
        prop_assert!(bytes(&event) <= proven::<Event>());
    }
}

/// How many levels of documents and arrays a value has.
fn levels(value: &Bson) -> u32 {
    match value {
        Bson::Document(document) => 1 + document.values().map(levels).max().unwrap_or(0),
        Bson::Array(items) => 1 + items.iter().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}

/// The levels of the schema as it is rendered.
fn schema_levels<T: CollectionSchema>() -> u32 {
    let options = render::collection(T::MODEL).options;
    let validator = options.get_document("validator").unwrap();
    levels(validator.get("$jsonSchema").unwrap())
}

fn document_levels(value: &impl Serialize) -> u32 {
    levels(&Bson::Document(bson::serialize_to_document(value).unwrap()))
}

#[test]
fn levels_are_those_of_the_document_and_of_its_rendered_schema() {
    let task = document_levels(&largest_task(NARROW));
    assert_eq!(nesting_of(Task::MODEL), (task, schema_levels::<Task>()));
    let event = document_levels(&largest_event(NARROW));
    assert_eq!(nesting_of(Event::MODEL), (event, schema_levels::<Event>()));
}
