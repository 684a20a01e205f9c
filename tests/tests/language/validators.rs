//! The validator of a struct that uses every keyword, serde attribute and kind of type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bson::{Bson, doc, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::Serialize;

use super::{declared, json_schema};

/// Everything.
///
/// On two paragraphs.
#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "all", tenant = owner.tenant_id, schema_version = 3)]
#[collection(validation(level = "moderate", action = "warn"))]
struct All {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
    schema_version: i32,
    #[field(min_length = 1, max_length = 20, pattern = "^[a-z]+$")]
    text: String,
    #[field(minimum = -5, maximum = 5, multiple_of = 5)]
    whole: i64,
    #[field(exclusive_minimum = 0, exclusive_maximum = 1.5, multiple_of = 0.25)]
    part: f64,
    #[field(strict_bson_type)]
    narrow: i32,
    #[field(strict_bson_type)]
    long: u32,
    #[field(strict_bson_type)]
    double: f32,
    small: u8,
    #[field(minimum = 3, maximum = 100_000)]
    bounded: u16,
    #[field(min_items = 1, max_items = 9, unique_items, items(max_length = 4))]
    array: Vec<String>,
    #[field(max_items = 2, items(max_items = 3, items(minimum = 0)))]
    nested: Vec<Option<Vec<i64>>>,
    fixed: [bool; 2],
    #[field(max_items = 7)]
    set: BTreeSet<i64>,
    #[field(
        min_properties = 1,
        max_properties = 8,
        values(max_items = 4),
        allow(dynamic_field_names = "an example")
    )]
    map: HashMap<String, Vec<bool>>,
    #[field(allow(
        dynamic_field_names = "an example",
        map_without_max_properties = "an example"
    ))]
    object: BTreeMap<String, Open>,
    #[field(title = "A title", description = "Not the comment")]
    /// The comment.
    noted: bool,
    /// The comment
    /// on two lines.
    commented: Option<bool>,
    #[serde(skip)]
    #[allow(dead_code)]
    skipped: Unstored,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[field(max_items = 1)]
    left_out_empty: Vec<bool>,
    #[serde(default)]
    defaulted: bool,
    #[serde(default)]
    #[field(required)]
    forced: bool,
    #[field(bson = "date")]
    foreign: Unstored,
    #[field(bson = "any")]
    anything: Unstored,
    kind: Option<Kind>,
    kinds: Kinds,
    any: Bson,
    bare: bson::Document,
}

#[derive(Serialize, Default)]
struct Unstored;

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
}

/// An open document.
#[derive(Serialize, Embedded)]
#[serde(default)]
#[embedded(additional_properties = true)]
struct Open {
    left: bool,
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)] // only their names count
enum Kind {
    Small,
    #[serde(rename = "LARGE")]
    Large,
    #[serde(rename = "LARGE")]
    Huge,
    #[serde(skip)]
    Internal,
}

#[derive(Serialize, Embedded)]
struct Kinds(#[field(max_items = 2)] Vec<Kind>);

#[test]
fn the_options_are_those_of_create() {
    let all = declared::<All>();
    assert_eq!((all.name.as_str(), all.type_name.as_str()), ("all", "All"));
    assert_eq!(all.schema_version, Some(3));
    assert_eq!(all.options.get_str("validationLevel").unwrap(), "moderate");
    assert_eq!(all.options.get_str("validationAction").unwrap(), "warn");
}

#[test]
fn the_document_is_closed_and_requires_what_is_always_written() {
    let schema = json_schema::<All>();
    assert_eq!(
        schema.get_str("description").unwrap(),
        "Everything.\n\nOn two paragraphs."
    );
    assert!(!schema.get_bool("additionalProperties").unwrap());
    let required = [
        "_id",
        "owner",
        "schemaVersion",
        "text",
        "whole",
        "part",
        "narrow",
        "long",
        "double",
        "small",
        "bounded",
        "array",
        "nested",
        "fixed",
        "set",
        "map",
        "object",
        "noted",
        "commented",
        "forced",
        "foreign",
        "anything",
        "kind",
        "kinds",
        "any",
        "bare",
    ];
    let expected: Vec<Bson> = required.map(Bson::from).to_vec();
    assert_eq!(schema.get_array("required").unwrap(), &expected);
}

#[test]
fn each_property_has_its_types_and_bounds() {
    let integer = ["int", "long"];
    let number = ["double", "int", "long"];
    let strings = doc! { "bsonType": "string", "enum": ["small", "LARGE"] };
    let expected = doc! {
        "_id": { "bsonType": "objectId" },
        "owner": {
            "bsonType": "object",
            "required": ["tenant_id"],
            "properties": { "tenant_id": { "bsonType": "objectId" } },
            "additionalProperties": false,
        },
        "schemaVersion": { "bsonType": ["int", "long"], "enum": [3] },
        "text": { "bsonType": "string", "minLength": 1, "maxLength": 20, "pattern": "^[a-z]+$" },
        "whole": { "bsonType": integer, "minimum": -5, "maximum": 5, "multipleOf": 5 },
        "part": {
            "bsonType": number,
            "minimum": 0, "exclusiveMinimum": true,
            "maximum": 1.5, "exclusiveMaximum": true,
            "multipleOf": 0.25,
        },
        "narrow": { "bsonType": "int", "minimum": i32::MIN, "maximum": i32::MAX },
        "long": { "bsonType": "long", "minimum": 0, "maximum": 4_294_967_295_i64 },
        "double": { "bsonType": "double" },
        "small": { "bsonType": integer, "minimum": 0, "maximum": 255 },
        "bounded": { "bsonType": integer, "minimum": 3, "maximum": 65535 },
        "array": {
            "bsonType": "array",
            "items": { "bsonType": "string", "maxLength": 4 },
            "minItems": 1, "maxItems": 9, "uniqueItems": true,
        },
        "nested": {
            "bsonType": "array",
            "items": {
                "bsonType": ["array", "null"],
                "items": { "bsonType": integer, "minimum": 0 },
                "maxItems": 3,
            },
            "maxItems": 2,
        },
        "fixed": { "bsonType": "array", "items": { "bsonType": "bool" }, "minItems": 2, "maxItems": 2 },
        "set": { "bsonType": "array", "items": { "bsonType": integer }, "uniqueItems": true, "maxItems": 7 },
        "map": {
            "bsonType": "object",
            "additionalProperties": { "bsonType": "array", "items": { "bsonType": "bool" }, "maxItems": 4 },
            "minProperties": 1, "maxProperties": 8,
        },
        "object": {
            "bsonType": "object",
            "additionalProperties": {
                "bsonType": "object",
                "description": "An open document.",
                "properties": { "left": { "bsonType": "bool" } },
            },
        },
        "noted": { "bsonType": "bool", "title": "A title", "description": "Not the comment" },
        "commented": { "bsonType": ["bool", "null"], "description": "The comment\non two lines." },
        "leftOut": { "bsonType": integer },
        "leftOutEmpty": { "bsonType": "array", "items": { "bsonType": "bool" }, "maxItems": 1 },
        "defaulted": { "bsonType": "bool" },
        "forced": { "bsonType": "bool" },
        "foreign": { "bsonType": "date" },
        "anything": {},
        "kind": { "bsonType": ["string", "null"], "enum": ["small", "LARGE", Bson::Null] },
        "kinds": { "bsonType": "array", "items": strings, "maxItems": 2 },
        "any": {},
        "bare": { "bsonType": "object" },
    };
    let schema = json_schema::<All>();
    let properties = schema.get_document("properties").unwrap();
    for (name, property) in properties {
        assert_eq!(Some(property), expected.get(name), "{name}");
    }
    assert!(properties.keys().eq(expected.keys()));
}
