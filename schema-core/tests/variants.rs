//! Enums that hold data, in serde's four representations, and collections that are enums.

#![allow(dead_code)] // the types are here for their schemas

use bson::{Document, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded, render};
use serde::{Deserialize, Serialize};

const ONE: &str = "everybody's";

/// The validator's schema of a collection.
fn schema<T: CollectionSchema>() -> Document {
    let options = render::collection(T::MODEL).options;
    options
        .get_document("validator")
        .unwrap()
        .get_document("$jsonSchema")
        .unwrap()
        .clone()
}

/// The schema of a field of a collection.
fn field<T: CollectionSchema>(name: &str) -> Document {
    schema::<T>()
        .get_document("properties")
        .unwrap()
        .get_document(name)
        .unwrap()
        .clone()
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum External {
    Nothing,
    One(i64),
    Pair(i64, String),
    Named { first_name: String },
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(tag = "kind")]
enum Internal {
    Nothing,
    Inner(Person),
    Named { name: String },
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    One(i64),
    Named { name: String },
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(#[field(max_length = 5)] String),
    Person(Person),
}

#[derive(Serialize, Deserialize, Embedded)]
struct Person {
    id: ObjectId,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "all", global = ONE)]
#[index(keys(internal.kind, internal.name))]
#[index(keys(internal.id))]
#[index(keys(internal.Named.name))]
#[index(keys(external.Named.first_name))]
#[index(keys(adjacent.t, adjacent.c.name))]
#[index(keys(adjacent.Named.name = -1))]
#[index(keys(untagged.id))]
struct All {
    #[serde(rename = "_id")]
    id: ObjectId,
    external: External,
    internal: Option<Internal>,
    adjacent: Adjacent,
    untagged: Untagged,
}

#[test]
fn an_external_tag_is_the_name_of_the_only_field() {
    assert_eq!(
        field::<All>("external"),
        doc! {
            "bsonType": ["string", "object"],
            "anyOf": [
                { "enum": ["nothing"] },
                { "bsonType": "object", "required": ["one"], "properties": { "one": { "bsonType": ["int", "long"] } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["pair"], "properties": { "pair": {
                    "bsonType": "array", "items": [{ "bsonType": ["int", "long"] }, { "bsonType": "string" }], "minItems": 2, "maxItems": 2,
                } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["named"], "properties": { "named": {
                    "bsonType": "object", "required": ["firstName"], "properties": { "firstName": { "bsonType": "string" } }, "additionalProperties": false,
                } }, "additionalProperties": false },
            ],
        }
    );
}

#[test]
fn an_internal_tag_stands_beside_the_fields_of_each_closed_branch() {
    assert_eq!(
        field::<All>("internal"),
        doc! {
            "bsonType": ["object", "null"],
            "anyOf": [
                { "bsonType": "object", "required": ["kind"], "properties": { "kind": { "enum": ["Nothing"] } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["kind", "id"], "properties": { "kind": { "enum": ["Inner"] }, "id": { "bsonType": "objectId" } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["kind", "name"], "properties": { "kind": { "enum": ["Named"] }, "name": { "bsonType": "string" } }, "additionalProperties": false },
                { "bsonType": "null" },
            ],
        }
    );
}

#[test]
fn an_adjacent_tag_stands_beside_the_content() {
    assert_eq!(
        field::<All>("adjacent"),
        doc! {
            "bsonType": "object",
            "anyOf": [
                { "bsonType": "object", "required": ["t"], "properties": { "t": { "enum": ["Nothing"] } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["t", "c"], "properties": { "t": { "enum": ["One"] }, "c": { "bsonType": ["int", "long"] } }, "additionalProperties": false },
                { "bsonType": "object", "required": ["t", "c"], "properties": { "t": { "enum": ["Named"] }, "c": {
                    "bsonType": "object", "required": ["name"], "properties": { "name": { "bsonType": "string" } }, "additionalProperties": false,
                } }, "additionalProperties": false },
            ],
        }
    );
}

#[test]
fn without_a_tag_a_branch_is_the_content_alone() {
    assert_eq!(
        field::<All>("untagged"),
        doc! {
            "bsonType": ["double", "string", "object", "int", "long"],
            "anyOf": [
                { "bsonType": ["double", "int", "long"] },
                { "bsonType": "string", "maxLength": 5 },
                { "bsonType": "object", "required": ["id"], "properties": { "id": { "bsonType": "objectId" } }, "additionalProperties": false },
            ],
        }
    );
}

#[test]
fn paths_go_by_tags_variants_and_fields() {
    let names: Vec<String> = render::collection(All::MODEL)
        .indexes
        .iter()
        .map(|index| index.get_str("name").unwrap().to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "internal.kind_1_internal.name_1",
            "internal.id_1",
            "internal.name_1",
            "external.named.firstName_1",
            "adjacent.t_1_adjacent.c.name_1",
            "adjacent.c.name_-1",
            "untagged.id_1",
        ]
    );
}

/// A chat's room, of one kind or the other.
#[derive(Serialize, Deserialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "rooms", global = ONE)]
#[index(keys(server, id))]
enum Room {
    Pair {
        #[serde(rename = "_id")]
        id: String,
        #[field(max_items = 2)]
        who: Vec<String>,
    },
    Text {
        #[serde(rename = "_id")]
        id: String,
        server: String,
    },
}

#[test]
fn an_enum_is_a_collection_with_a_branch_a_variant() {
    let declared = render::collection(Room::MODEL);
    assert_eq!(
        schema::<Room>(),
        doc! {
            "bsonType": "object",
            "description": "A chat's room, of one kind or the other.",
            "anyOf": [
                { "bsonType": "object", "required": ["kind", "_id", "who"], "properties": {
                    "kind": { "enum": ["Pair"] }, "_id": { "bsonType": "string" },
                    "who": { "bsonType": "array", "items": { "bsonType": "string" }, "maxItems": 2 },
                }, "additionalProperties": false },
                { "bsonType": "object", "required": ["kind", "_id", "server"], "properties": {
                    "kind": { "enum": ["Text"] }, "_id": { "bsonType": "string" }, "server": { "bsonType": "string" },
                }, "additionalProperties": false },
            ],
        }
    );
    assert_eq!(
        declared.indexes[0].get_document("key").unwrap(),
        &doc! { "server": 1, "_id": 1 }
    );
}

#[derive(Serialize, Deserialize, Collection)]
#[serde(tag = "event")]
#[collection(name = "events", tenant = org, schema_version = 3)]
#[index(keys(org, at))]
enum Event {
    Login {
        #[serde(rename = "_id")]
        id: ObjectId,
        org: ObjectId,
        schema_version: i32,
        at: bson::DateTime,
    },
}

#[test]
fn tenant_and_version_are_those_of_each_variant() {
    let branches = schema::<Event>();
    // One variant is no alternative.
    assert_eq!(branches.get_array("anyOf").err().map(|_| ()), Some(()));
    let version = branches
        .get_document("properties")
        .unwrap()
        .get_document("schema_version")
        .unwrap();
    assert_eq!(version, &doc! { "bsonType": ["int", "long"], "enum": [3] });
}
