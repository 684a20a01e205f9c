//! CASES, "Declarations that real applications make", each of another shape. Their faults that end in a
//! message stand under `compile-fail/`: `language/look-up-before-the-tenant.rs`,
//! `language/map-of-anything.rs`, `index/ttl-not-date_id.rs`, `index/index-path-unknown_opaque.rs`,
//! `index/index-path-unknown_misspelt.rs`, `index/partial-operator_array.rs`,
//! `index/sparse-no-effect_null.rs` and `collection/recursive-type.rs`.

#![allow(dead_code)] // the types are here for their schemas

use std::collections::{HashMap, HashSet};

use bson::{DateTime, Document, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded};
use serde::Serialize;

use super::{declared, json_schema, property};

const ONE: &str = "one application's own";

fn keys<T: CollectionSchema>() -> Vec<Document> {
    let indexes = declared::<T>().indexes.into_iter();
    indexes
        .map(|index| index.get_document("key").unwrap().clone())
        .collect()
}

#[derive(Serialize, Collection)]
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
fn an_enum_as_a_collection() {
    let schema = json_schema::<Room>();
    let branches = schema.get_array("anyOf").unwrap().iter();
    let required: Vec<_> = branches
        .map(|branch| branch.as_document().unwrap().get_array("required").unwrap())
        .collect();
    let names = |names: [&str; 3]| names.map(bson::Bson::from).to_vec();
    let expected = [["kind", "_id", "who"], ["kind", "_id", "server"]].map(names);
    assert_eq!(required, expected.iter().collect::<Vec<_>>());
    assert_eq!(keys::<Room>(), [doc! { "server": 1, "_id": 1 }]);
}

#[derive(Serialize, Embedded)]
struct ReadKey {
    channel: String,
    user: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "reads", global = ONE)]
#[index(keys(id.user))]
#[index(keys(id, at), partial = (open == true))]
struct Read {
    #[serde(rename = "_id")]
    id: ReadKey,
    open: bool,
    at: DateTime,
}

#[test]
fn a_struct_as_the_id() {
    let string = doc! { "bsonType": "string" };
    let id = doc! {
        "bsonType": "object",
        "required": ["channel", "user"],
        "properties": { "channel": &string, "user": &string },
        "additionalProperties": false,
    };
    assert_eq!(property::<Read>("_id"), id);
    let at = doc! { "_id": 1, "at": 1 };
    assert_eq!(keys::<Read>(), [doc! { "_id.user": 1 }, at]);
    let filter = doc! { "open": true };
    let at = &declared::<Read>().indexes[1];
    assert_eq!(at.get_document("partialFilterExpression").unwrap(), &filter);
}

/// Under the path that applications of bson 2 name.
mod serde_helpers {
    pub(super) mod hex_string_as_object_id {
        use bson::oid::ObjectId;
        use serde::{Serialize, Serializer, ser::Error};

        pub(in super::super) fn serialize<S: Serializer>(
            hex: &str,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let id = ObjectId::parse_str(hex).map_err(Error::custom)?;
            id.serialize(serializer)
        }
    }
}

type Hex = String;

#[derive(Serialize, Embedded)]
struct Res<C> {
    #[serde(
        rename = "_id",
        serialize_with = "serde_helpers::hex_string_as_object_id::serialize",
        skip_serializing_if = "String::is_empty"
    )]
    id: Hex,
    name: String,
    cfg: C,
}

#[derive(Serialize, Embedded)]
struct ServerCfg {
    address: String,
}

#[derive(Serialize, Embedded)]
struct StackCfg {
    file: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "Server", global = ONE)]
#[index(keys(name), unique)]
struct Servers(Res<ServerCfg>);

#[derive(Serialize, Collection)]
#[collection(name = "Stack", global = ONE)]
#[index(keys(name), unique)]
struct Stacks(Res<StackCfg>);

#[test]
fn one_generic_type_in_two_collections() {
    for id in [property::<Servers>("_id"), property::<Stacks>("_id")] {
        assert_eq!(id, doc! { "bsonType": "objectId" });
    }
    assert_eq!((Servers::NAME, Stacks::NAME), ("Server", "Stack"));
    assert_eq!(keys::<Servers>(), keys::<Stacks>());
    let file = property::<Stacks>("cfg");
    assert!(
        file.get_document("properties")
            .unwrap()
            .contains_key("file")
    );
}

#[derive(Serialize)]
struct ForeignTime(i64);

#[derive(Serialize)]
struct Folder {
    folders: Vec<Folder>,
}

#[derive(Serialize, Collection)]
#[collection(name = "notes", global = ONE)]
#[index(keys(until), expire_after = "0s")]
#[index(keys("edges.to"))]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(bson = "date")]
    until: ForeignTime,
    edges: serde_json::Value,
    #[field(bson = "object")]
    tree: Folder,
}

#[test]
fn opaque_things() {
    assert_eq!(property::<Note>("until"), doc! { "bsonType": "date" });
    assert_eq!(property::<Note>("edges"), doc! {});
    assert_eq!(property::<Note>("tree"), doc! { "bsonType": "object" });
    assert_eq!(
        keys::<Note>(),
        [doc! { "until": 1 }, doc! { "edges.to": 1 }]
    );
    let expiry = declared::<Note>().indexes[0]
        .get("expireAfterSeconds")
        .cloned();
    assert_eq!(expiry, Some(0.into()));
}

#[derive(Serialize, Embedded)]
enum State {
    Issued,
    Used,
}

#[derive(Serialize, Collection)]
#[collection(name = "refresh", tenant = org)]
#[index(keys(code, org), unique)]
#[index(keys(hash), unique)]
#[query(
    name = "redeem",
    eq(hash),
    across_tenants = "before the tenant is known"
)]
struct Refresh {
    #[serde(rename = "_id")]
    id: ObjectId,
    org: String,
    code: String,
    hash: String,
    state: State,
}

#[test]
fn look_ups_before_the_tenant_is_known() {
    let expected = [doc! { "code": 1, "org": 1 }, doc! { "hash": 1 }];
    assert_eq!(keys::<Refresh>(), expected);
    let states = doc! { "bsonType": "string", "enum": ["Issued", "Used"] };
    assert_eq!(property::<Refresh>("state"), states);
}

#[derive(Serialize, Embedded, PartialEq, Eq, Hash)]
enum Kind {
    File,
    Folder,
}

#[derive(Serialize, Collection)]
#[collection(name = "prefs", global = ONE)]
struct Prefs {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(values(max_items = 20))]
    recent: HashMap<Kind, Vec<String>>,
    may: HashSet<Kind>,
    #[serde(flatten)]
    #[field(max_properties = 50, keys(pattern = "^[a-z]+$"))]
    rest: HashMap<String, (i64, String)>,
}

#[test]
fn maps() {
    let texts = doc! { "bsonType": "array", "items": { "bsonType": "string" }, "maxItems": 20 };
    let recent = doc! {
        "bsonType": "object",
        "properties": { "File": &texts, "Folder": &texts },
        "additionalProperties": false,
    };
    assert_eq!(property::<Prefs>("recent"), recent);
    assert_eq!(property::<Prefs>("may").get_i32("maxItems").unwrap(), 2);
    let pair = doc! {
        "bsonType": "array",
        "items": [{ "bsonType": ["int", "long"] }, { "bsonType": "string" }],
        "minItems": 2,
        "maxItems": 2,
    };
    let schema = json_schema::<Prefs>();
    let patterns = schema.get_document("patternProperties").unwrap();
    assert_eq!(patterns, &doc! { "^[a-z]+$": pair });
    assert!(!schema.get_bool("additionalProperties").unwrap());
    assert_eq!(schema.get_i32("maxProperties").unwrap(), 53);
}
