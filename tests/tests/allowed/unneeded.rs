//! What suppresses nothing is known not to be needed.

use bson::oid::ObjectId;
use schema_core::{Collection, Database, DatabaseSchema, Embedded, declared::Exception};
use serde::Serialize;

use super::{Email, Id, Kept, Labels, Moment, Text, Whole, of};

/// Where only the compiler can tell that nothing is suppressed.
#[derive(Serialize, Collection)]
#[collection(
    name = "calm",
    global = "an example",
    shard_key(kind),
    allow(array_without_max_items = "few", index_unique_nullable = "few"),
    allow(map_without_max_properties = "few", dynamic_field_names = "few"),
    allow(
        unsigned_overflow = "few",
        money_as_float = "few",
        date_as_string = "few"
    ),
    allow(
        array_too_large = "few",
        document_too_large = "few",
        sparse_no_effect = "few"
    ),
    allow(reference_type_mismatch = "few", reference_outside_database = "few"),
    allow(shard_key_monotonic = "few")
)]
#[index(keys(kind, name), unique)]
#[index(keys(note), sparse)]
#[index(keys(part.note), sparse)]
#[index(keys(kind, note), unique, partial = exists(note))]
struct Calm {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: Text,
    name: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Email,
    #[field(references = Calm)]
    before: Id,
    cost: Whole,
    done_at: Moment,
    part: Part,
}

#[derive(Serialize, Embedded)]
struct Part {
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[field(allow(array_without_max_items = "few"))]
    kind: Text,
    kept: Kept<Text>,
}

/// Queries of which only the compiler can tell that an index serves and covers them.
#[derive(Serialize, Collection)]
#[collection(name = "asked", global = "an example")]
#[index(keys(kind, whole))]
#[query(
    name = "of_kind",
    eq(kind),
    sort(whole),
    project(whole),
    allow(query_without_index = "few", query_not_covered = "few")
)]
struct Asked {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: Whole,
    whole: Whole,
}

#[derive(Database)]
#[database(name = "quiet", collections(Calm, Asked))]
struct Quiet;

/// Each rule that types decide, allowed where the types keep it.
#[test]
fn what_suppresses_nothing_is_not_needed() {
    let exceptions = Quiet::declared().exceptions;
    let needed: Vec<&Exception> = exceptions.iter().filter(|it| it.needed).collect();
    assert!(needed.is_empty(), "{needed:#?}");
    assert_eq!(of(&exceptions, "Calm").len(), 13);
    assert_eq!(of(&exceptions, "Part").len(), 1);
    assert_eq!(of(&exceptions, "Kept").len(), 1);
    assert_eq!(of(&exceptions, "Asked").len(), 2);
}

/// A field's own exception leaves nothing for that of the whole collection to suppress.
#[test]
fn the_nearest_place_suppresses() {
    let exceptions = Near::declared().exceptions;
    let needed: Vec<bool> = exceptions.iter().map(|it| it.needed).collect();
    assert_eq!(of(&exceptions, "Nearby").len(), 2);
    assert_eq!(needed, [false, true]);
}

#[derive(Serialize, Collection)]
#[collection(
    name = "nearby",
    global = "an example",
    allow(array_without_max_items = "few")
)]
struct Nearby {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(allow(array_without_max_items = "three"))]
    labels: Labels,
    text: Text,
}

#[derive(Database)]
#[database(name = "near", collections(Nearby))]
struct Near;
