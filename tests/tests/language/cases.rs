//! Faults of other tools, reported in public, that this one must not have. Those that end in a
//! message stand under `compile-fail/`:
//!
//! - CASES 8: options of the index on `_id` (prisma 15112, 12149): `index/index-on-id*.rs`
//! - CASES 15: two models on one collection (mongoose 11421, beanie 582): `database/duplicate-collection.rs`
//! - CASES 19: `$exists: false` in a partial filter (LibreChat 16031): `index/partial-operator_not.rs`
//! - CASES 21: optional and unique, which collide on null (prisma 12827): `index/index-unique-nullable.rs`
//! - CASES 31: a date that a module writes in a form of its own (bson-rust 336): `field/unknown-serialization.rs`,
//!   and one that is stored as a string: `field/date-as-string*.rs`
//! - CASES 32: an unsigned integer that no `long` holds (bson-rust 425): `field/unsigned-overflow*.rs`
//!
//! What is drawn and written in `property/families/` shows the same of whole kinds.

use bson::{
    Bson, DateTime, Document, doc, oid::ObjectId, serde_helpers::datetime::FromChrono04DateTime,
};
use chrono::Utc;
use schema_core::{Collection, CollectionSchema, Embedded, evaluate::Validate};
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

/// One type of chrono, stored in three ways.
#[derive(Serialize, Collection)]
#[collection(name = "dated", global = "an example")]
struct Dated {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(with = "FromChrono04DateTime")]
    date: chrono::DateTime<Utc>,
    #[field(allow(date_as_string = "as another program reads it"))]
    text: chrono::DateTime<Utc>,
    #[serde(serialize_with = "chrono::serde::ts_seconds::serialize")]
    #[field(bson = "long")]
    number: chrono::DateTime<Utc>,
}

/// CASES 31, bson-rust 209, 336: what is a date in Rust is stored as a string.
#[test]
fn a_date_is_what_is_written_as_one() {
    assert_eq!(property::<Task>("at"), doc! { "bsonType": "date" });
    assert_eq!(property::<Task>("by_name"), doc! { "bsonType": "string" });
    let now = chrono::DateTime::<Utc>::UNIX_EPOCH;
    let dated = Dated {
        id: ObjectId::new(),
        date: now,
        text: now,
        number: now,
    };
    let stored = bson::serialize_to_document(&dated).unwrap();
    for (field, bson_type) in [("date", "date"), ("text", "string"), ("number", "long")] {
        let expected = doc! { "bsonType": bson_type };
        assert_eq!(property::<Dated>(field), expected, "{field}");
        let written = match stored.get(field) {
            Some(Bson::DateTime(_)) => "date",
            Some(Bson::String(_)) => "string",
            Some(Bson::Int64(_)) => "long",
            other => panic!("{field}: {other:?}"),
        };
        assert_eq!(written, bson_type, "{field}");
    }
}

/// A document that is one of several, beside fields of its own, and holds one of several.
#[derive(Serialize, Collection)]
#[collection(name = "drawings", global = "an example")]
struct Drawing {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    frame: Frame,
    #[serde(flatten)]
    shape: Shape,
    inner: Shape,
}

#[derive(Clone, Serialize, Embedded)]
struct Frame {
    width: i64,
}

#[derive(Clone, Serialize, Embedded)]
#[serde(tag = "kind", deny_unknown_fields)]
enum Shape {
    Circle { radius: i64 },
    Square { side: i64, turned: bool },
}

/// CASES 30, schemars 164, 90, 471: what is flattened, or one of several forms, cannot be satisfied where
/// unknown fields are denied.
#[test]
fn each_form_of_a_closed_document_can_be_satisfied_and_no_other() {
    let circle = Shape::Circle { radius: 1 };
    let square = Shape::Square {
        side: 2,
        turned: true,
    };
    for (shape, other) in [(&circle, &square), (&square, &circle)] {
        let drawing = Drawing {
            id: ObjectId::new(),
            frame: Frame { width: 9 },
            shape: shape.clone(),
            inner: other.clone(),
        };
        drawing.validate().expect("a form that is declared");
        let stored = bson::serialize_to_document(&drawing).unwrap();
        for (field, in_inner) in [("radius", false), ("side", false), ("colour", true)] {
            let mut broken = stored.clone();
            let inner = broken.get_document_mut("inner").unwrap();
            let target = if in_inner { inner } else { &mut broken };
            if target.insert(field, 3_i64).is_none() {
                refused(&broken);
            }
        }
    }
}

fn refused(drawing: &Document) {
    let bytes = bson::serialize_to_raw_document_buf(drawing).unwrap();
    assert!(
        Drawing::validate_raw(bytes.as_bytes()).is_err(),
        "{drawing}"
    );
}

/// CASES 32, bson-rust 71, 280, 425: unsigned integers are written as `int` or `long`.
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

/// CASES 33, spring 3766: an array of objects is emitted as an object.
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

/// CASES 34, globaldothealth 137: a closed schema refuses `_id` or the version.
#[test]
fn a_closed_schema_lists_the_id_and_the_version() {
    let schema = json_schema::<Task>();
    assert!(!schema.get_bool("additionalProperties").unwrap());
    let properties = schema.get_document("properties").unwrap();
    assert!(properties.contains_key("_id"));
    let version = doc! { "bsonType": ["int", "long"], "enum": [1] };
    assert_eq!(properties.get_document("schema_version").unwrap(), &version);
}

/// CASES 35, magnet: optional fields stay required, `skip` and `default` are not honoured.
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

/// CASES 36, Prisma Next: floats are silently missing.
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

/// CASES 37, typegoose 194, 890: indexes leak through inheritance.
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
