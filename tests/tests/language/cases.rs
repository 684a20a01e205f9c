//! Faults of other tools, reported in public, that this one must not have. Those that end in a
//! message stand under `compile-fail/`:
//!
//! - CASES 15: two models on one collection (mongoose 11421, beanie 582): `database/duplicate-collection.rs`
//! - CASES 19: `$exists: false` in a partial filter (LibreChat 16031): `index/partial-operator_not.rs`
//! - CASES 21: optional and unique, which collide on null (prisma 12827): `index/index-unique-nullable.rs`
//! - a date that a module writes in a form of its own (bson-rust 336): `field/unknown-serialization.rs`

use bson::{DateTime, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded};
use serde::Serialize;

use super::{declared, json_schema, property};

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 1)]
#[index(keys(at), expire_after = "0s")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
    at: DateTime,
    by_name: Iso,
    count: u32,
    #[field(allow(unsigned_overflow = "never so many"))]
    total: u64,
    #[field(max_items = 5)]
    people: Vec<Person>,
    score: f32,
    weight: Option<f64>,
    maybe: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    skipped: String,
    #[serde(default)]
    newer: bool,
    parent: Parent,
}

/// A date by its name, and a string by how it is written.
#[derive(Serialize, Embedded)]
#[serde(rename = "DateTime")]
struct Iso(String);

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
}

/// A collection as a part of another's documents.
#[derive(Serialize, Collection)]
#[collection(name = "parents", global = "an example")]
#[index(keys(name), unique)]
struct Parent {
    #[serde(rename = "_id")]
    id: ObjectId,
    name: String,
}

/// CASES 18, spring 4844: an expiry of `0s` is taken as not set.
#[test]
fn zero_is_a_ttl() {
    let index = doc! { "name": "at_1", "key": { "at": 1 }, "expireAfterSeconds": 0 };
    assert_eq!(declared::<Task>().indexes, [index]);
}

/// bson-rust 209, 336: what is a date in Rust is stored as a string.
#[test]
fn a_date_is_what_is_written_as_one() {
    assert_eq!(property::<Task>("at"), doc! { "bsonType": "date" });
    assert_eq!(property::<Task>("by_name"), doc! { "bsonType": "string" });
}

/// bson-rust 71, 280, 425: unsigned integers are written as `int` or `long`.
#[test]
fn unsigned_integers_are_of_both_types_within_their_range() {
    let types = ["int", "long"];
    let count = doc! { "bsonType": types, "minimum": 0, "maximum": 4_294_967_295_i64 };
    assert_eq!(property::<Task>("count"), count);
    // What an i64 cannot hold cannot be written at all.
    assert_eq!(
        property::<Task>("total"),
        doc! { "bsonType": types, "minimum": 0 }
    );
}

/// spring 3766: an array of objects is emitted as an object.
#[test]
fn an_array_of_objects_is_an_array() {
    let person = doc! {
        "bsonType": "object",
        "required": ["name"],
        "properties": { "name": { "bsonType": "string" } },
        "additionalProperties": false,
    };
    let people = doc! { "bsonType": "array", "items": person, "maxItems": 5 };
    assert_eq!(property::<Task>("people"), people);
}

/// globaldothealth 137: a closed schema refuses `_id` or the version.
#[test]
fn a_closed_schema_lists_the_id_and_the_version() {
    let schema = json_schema::<Task>();
    assert!(!schema.get_bool("additionalProperties").unwrap());
    let properties = schema.get_document("properties").unwrap();
    assert!(properties.contains_key("_id"));
    let version = doc! { "bsonType": ["int", "long"], "enum": [1] };
    assert_eq!(properties.get_document("schema_version").unwrap(), &version);
}

/// magnet: optional fields stay required, `skip` and `default` are not honoured.
#[test]
fn what_serde_may_leave_out_is_not_required() {
    let schema = json_schema::<Task>();
    let required = schema.get_array("required").unwrap();
    let is_required = |name: &str| required.contains(&name.into());
    // A `None` is written, as null.
    assert!(is_required("maybe"));
    assert_eq!(
        property::<Task>("maybe"),
        doc! { "bsonType": ["string", "null"] }
    );
    assert!(!is_required("skipped") && !is_required("newer"));
}

/// Prisma Next: floats are silently missing.
#[test]
fn every_field_is_in_the_validator() {
    let numbers = ["double", "int", "long"];
    assert_eq!(property::<Task>("score"), doc! { "bsonType": numbers });
    let weight = doc! { "bsonType": ["double", "int", "long", "null"] };
    assert_eq!(property::<Task>("weight"), weight);
    let fields = Task::MODEL.doc.get().fields().count();
    assert_eq!(
        json_schema::<Task>()
            .get_document("properties")
            .unwrap()
            .len(),
        fields
    );
}

/// typegoose 194, 890: indexes leak through inheritance.
#[test]
fn an_embedded_struct_brings_no_indexes() {
    assert_eq!(declared::<Parent>().indexes.len(), 1);
    assert_eq!(declared::<Task>().indexes.len(), 1);
    let parent = property::<Task>("parent");
    assert!(
        parent
            .get_document("properties")
            .unwrap()
            .contains_key("_id")
    );
}
