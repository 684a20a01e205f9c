//! What the keys of `#[field(…)]` render to, at every depth, for declarations that keep the rules.

// The types are here for their schemas.
#![allow(dead_code, clippy::zero_sized_map_values)]

use std::collections::{BTreeMap, HashMap, HashSet};

use bson::{Decimal128, Document, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded, render};
use serde::Serialize;

const ONE: &str = "an example";

#[derive(Serialize, PartialEq, Eq, Hash, Embedded)]
enum Kind {
    Bug,
    Feature,
}

/// A type that knows nothing of schemas.
#[derive(Serialize, PartialEq, Eq, Hash)]
struct Foreign(i64);

#[derive(Serialize, Collection)]
#[collection(name = "everything", global = ONE)]
struct Everything {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(
        max_properties = 9,
        keys(pattern = "^[a-z]+$"),
        values(max_items = 3, items(max_length = 5))
    )]
    words: HashMap<String, Vec<String>>,
    #[field(values(max_items = 20))]
    recent: HashMap<Kind, Vec<bool>>,
    kinds: HashSet<Kind>,
    #[field(minimum = "0.01", maximum = 99.5, multiple_of = "0.01")]
    price: Decimal128,
    #[field(exclusive_minimum = 0, maximum = 9_000_000_000)]
    size: u64,
    #[field(bson = "date")]
    until: Option<Foreign>,
    #[field(max_items = 2, items(bson = "long"))]
    times: Option<Vec<Option<Foreign>>>,
    #[field(max_properties = 2, keys(pattern = "^[a-z]+$"), values(bson = "any"))]
    any: BTreeMap<String, Foreign>,
    #[field(max_properties = 2, keys(pattern = "^[a-z]+$"))]
    open: Document,
    #[field(items(maximum = 5, max_length = 3))]
    pair: (i32, String, bool),
    /// How far along it is.
    #[field(title = "Progress", strict_bson_type, minimum = 0.0, maximum = 1)]
    progress: f64,
    #[field(strict_bson_type, required)]
    level: Option<u8>,
    #[field(min_length = 2, pattern = "^[a-z]{2}$|^[A-Z]{2}$")]
    code: String,
    #[field(max_length = 4)]
    kind: Kind,
}

/// The rendered schema of each field.
fn properties() -> Document {
    let rendered = render::collection(Everything::MODEL);
    let validator = rendered.options.get_document("validator").unwrap();
    let schema = validator.get_document("$jsonSchema").unwrap();
    schema.get_document("properties").unwrap().clone()
}

#[test]
fn maps_are_closed_by_their_keys() {
    let properties = properties();
    let words = doc! {
        "bsonType": "array", "maxItems": 3, "items": { "bsonType": "string", "maxLength": 5 },
    };
    let expected = doc! {
        "bsonType": "object", "maxProperties": 9, "patternProperties": { "^[a-z]+$": words },
        "additionalProperties": false,
    };
    assert_eq!(properties.get_document("words").unwrap(), &expected);
    let flags = doc! { "bsonType": "array", "items": { "bsonType": "bool" }, "maxItems": 20 };
    let expected = doc! {
        "bsonType": "object", "properties": { "Bug": &flags, "Feature": &flags },
        "additionalProperties": false,
    };
    assert_eq!(properties.get_document("recent").unwrap(), &expected);
    let names = doc! { "bsonType": "string", "enum": ["Bug", "Feature"] };
    let expected = doc! { "bsonType": "array", "items": names, "maxItems": 2, "uniqueItems": true };
    assert_eq!(properties.get_document("kinds").unwrap(), &expected);
    let expected = doc! {
        "bsonType": "object", "maxProperties": 2, "patternProperties": { "^[a-z]+$": {} },
        "additionalProperties": false,
    };
    assert_eq!(properties.get_document("any").unwrap(), &expected);
    assert_eq!(properties.get_document("open").unwrap(), &expected);
}

#[test]
fn bounds_of_decimals_are_decimals() {
    let decimal = |digits: &str| digits.parse::<Decimal128>().unwrap();
    let expected = doc! {
        "bsonType": "decimal", "minimum": decimal("0.01"), "maximum": decimal("99.5"),
        "multipleOf": decimal("0.01"),
    };
    assert_eq!(properties().get_document("price").unwrap(), &expected);
}

#[test]
fn numbers_keep_the_range_of_their_type() {
    let properties = properties();
    let expected = doc! {
        "bsonType": ["int", "long"], "minimum": 0, "exclusiveMinimum": true,
        "maximum": 9_000_000_000_i64,
    };
    assert_eq!(properties.get_document("size").unwrap(), &expected);
    let expected = doc! { "bsonType": ["int", "null"], "minimum": 0, "maximum": 255 };
    assert_eq!(properties.get_document("level").unwrap(), &expected);
    let expected = doc! {
        "bsonType": "double", "title": "Progress", "description": "How far along it is.",
        "minimum": 0.0, "maximum": 1,
    };
    assert_eq!(properties.get_document("progress").unwrap(), &expected);
}

#[test]
fn what_is_stored_can_be_said_at_every_depth() {
    let properties = properties();
    let expected = doc! { "bsonType": ["date", "null"] };
    assert_eq!(properties.get_document("until").unwrap(), &expected);
    let expected = doc! {
        "bsonType": ["array", "null"], "items": { "bsonType": ["long", "null"] }, "maxItems": 2,
    };
    assert_eq!(properties.get_document("times").unwrap(), &expected);
}

#[test]
fn a_bound_inside_a_tuple_stands_where_it_fits() {
    let expected = doc! {
        "bsonType": "array",
        "items": [
            { "bsonType": ["int", "long"], "minimum": i32::MIN, "maximum": 5 },
            { "bsonType": "string", "maxLength": 3 },
            { "bsonType": "bool" },
        ],
        "minItems": 3,
        "maxItems": 3,
    };
    assert_eq!(properties().get_document("pair").unwrap(), &expected);
}

#[test]
fn a_bound_on_names_stands_beside_their_list() {
    let expected = doc! { "bsonType": "string", "enum": ["Bug", "Feature"], "maxLength": 4 };
    assert_eq!(properties().get_document("kind").unwrap(), &expected);
}
