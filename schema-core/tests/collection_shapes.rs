//! Options and queries of collections whose fields come from elsewhere: an enum's variants, a
//! newtype's inner type, flattened structs.

use bson::{Bson, DateTime, doc, oid::ObjectId};
use schema_core::{
    Collection, CollectionSchema, Database, DatabaseSchema, Embedded, declared::DeclaredCollection,
    render,
};
use serde::Serialize;

fn rendered<C: CollectionSchema>() -> DeclaredCollection {
    render::collection(C::MODEL)
}

fn schema(declared: &DeclaredCollection) -> &bson::Document {
    let validator = declared.options.get_document("validator").unwrap();
    validator.get_document("$jsonSchema").unwrap()
}

#[derive(Serialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "rooms", tenant = org, shard_key(org, hashed(server)), generated_id)]
#[index(keys(org, server, topic))]
#[query(name = "of_server", eq(server), sort(topic))]
#[allow(dead_code)] // only its schema is looked at
enum Room {
    Pair {
        org: ObjectId,
        server: String,
    },
    Text {
        org: ObjectId,
        server: String,
        topic: String,
    },
}

#[test]
fn each_variant_has_the_generated_id() {
    let rooms = rendered::<Room>();
    let key = doc! { "org": 1, "server": "hashed" };
    assert_eq!(rooms.shard_key, Some(key.clone()));
    assert_eq!(
        rooms.indexes.last(),
        Some(&doc! { "name": "org_1_server_hashed", "key": key })
    );
    for branch in schema(&rooms).get_array("anyOf").unwrap() {
        let properties = branch
            .as_document()
            .unwrap()
            .get_document("properties")
            .unwrap();
        assert_eq!(
            properties.get("_id"),
            Some(&Bson::from(doc! { "bsonType": "objectId" }))
        );
    }
}

#[derive(Serialize, Collection)]
#[collection(name = "orgs", tenant = id)]
struct Orgs(Resource<i32>);

#[derive(Serialize, Embedded)]
struct Resource<C> {
    #[serde(rename = "_id")]
    id: ObjectId,
    config: C,
}

#[derive(Serialize, Collection)]
#[collection(name = "readings", tenant = meta.org, time_series(time = at, meta = meta))]
struct Reading {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    stamp: Stamp,
    value: f64,
}

#[derive(Serialize, Embedded)]
struct Stamp {
    #[serde(rename = "takenAt")]
    at: DateTime,
    meta: Meta,
}

#[derive(Serialize, Embedded)]
struct Meta {
    org: ObjectId,
}

#[test]
fn the_fields_of_a_time_series_may_be_flattened() {
    let readings = rendered::<Reading>();
    let series = doc! { "timeField": "takenAt", "metaField": "meta" };
    assert_eq!(readings.options, doc! { "timeseries": series });
}

#[derive(Serialize, Collection)]
#[collection(name = "stamps", global = "an example", clustered(expire_after = "1d"))]
struct Stamps(Stamped);

#[derive(Serialize, Embedded)]
struct Stamped {
    #[serde(rename = "_id")]
    id: DateTime,
}

#[derive(Database)]
#[database(name = "chat", collections(Room, Orgs, Reading, Stamps))]
struct Chat;

#[test]
fn all_of_them_make_up_a_database() {
    let names: Vec<String> = Chat::declared()
        .collections
        .into_iter()
        .map(|collection| collection.name)
        .collect();
    assert_eq!(names, ["rooms", "orgs", "readings", "stamps"]);
}
