//! What the options of a collection are rendered to.

use bson::{Bson, DateTime, doc, oid::ObjectId};
use schema_core::{
    Collection, CollectionSchema, Database, DatabaseSchema, Embedded,
    declared::DeclaredCollection,
    model::{Acknowledgment, CollectionOption},
    render,
};
use serde::Serialize;

fn rendered<C: CollectionSchema>() -> DeclaredCollection {
    render::collection(C::MODEL)
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(
    name = "readings",
    tenant = meta.tenant_id,
    time_series(time = taken_at, meta = meta, granularity = "minutes", expire_after = "90d"),
    collation(locale = "en", strength = 2),
    shard_key(meta.tenant_id, taken_at)
)]
struct Reading {
    #[serde(rename = "_id")]
    id: ObjectId,
    taken_at: DateTime,
    meta: Sensor,
    value: f64,
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "camelCase")]
struct Sensor {
    tenant_id: ObjectId,
    #[field(max_length = 40)]
    name: String,
}

#[test]
fn a_time_series_has_no_validator() {
    let readings = rendered::<Reading>();
    assert_eq!(
        readings.options,
        doc! {
            "timeseries": { "timeField": "takenAt", "metaField": "meta", "granularity": "minutes" },
            "expireAfterSeconds": 7_776_000,
            "collation": { "locale": "en", "strength": 2 },
        }
    );
    let key = doc! { "meta.tenantId": 1, "takenAt": 1 };
    assert_eq!(readings.shard_key, Some(key.clone()));
    assert_eq!(
        readings.indexes,
        [
            doc! { "name": "meta.tenantId_1_takenAt_1", "key": key, "collation": { "locale": "simple" } }
        ]
    );
}

#[derive(Serialize, Collection)]
#[collection(
    name = "buckets",
    global = "one plant",
    generated_id,
    time_series(time = at, bucket_max_span = "5m", bucket_rounding = "5m")
)]
struct Bucket {
    at: DateTime,
}

#[test]
fn a_bucket_is_rounded_to_its_span() {
    assert_eq!(
        rendered::<Bucket>().options,
        doc! { "timeseries": { "timeField": "at", "bucketMaxSpanSeconds": 300, "bucketRoundingSeconds": 300 } }
    );
}

#[derive(Serialize, Collection)]
#[collection(
    name = "events",
    global = "one log",
    clustered(expire_after = "30d"),
    change_stream_images
)]
struct Event {
    #[serde(rename = "_id")]
    id: DateTime,
}

#[test]
fn a_clustered_collection_may_expire_by_its_id() {
    let options = rendered::<Event>().options;
    let clustered = doc! { "key": { "_id": 1 }, "unique": true };
    assert_eq!(options.get_document("clusteredIndex").unwrap(), &clustered);
    assert_eq!(options.get_i32("expireAfterSeconds").unwrap(), 2_592_000);
    let images = doc! { "enabled": true };
    assert_eq!(
        options
            .get_document("changeStreamPreAndPostImages")
            .unwrap(),
        &images
    );
}

#[derive(Serialize, Collection)]
#[collection(
    name = "log",
    global = "one log",
    generated_id,
    capped(size = "8GiB", max = 1000),
    validation(level = "moderate", action = "error_and_log")
)]
struct Line {
    #[field(max_length = 400)]
    text: String,
}

#[test]
fn a_capped_collection_has_a_size_and_a_generated_id_is_listed() {
    let options = rendered::<Line>().options;
    assert!(options.get_bool("capped").unwrap());
    assert_eq!(options.get("size"), Some(&Bson::Int64(8 << 30)));
    assert_eq!(options.get("max"), Some(&Bson::Int32(1000)));
    assert_eq!(options.get_str("validationLevel").unwrap(), "moderate");
    assert_eq!(options.get_str("validationAction").unwrap(), "errorAndLog");
    assert_eq!(
        options.get_document("validator").unwrap(),
        &doc! { "$jsonSchema": {
            "bsonType": "object",
            "required": ["text"],
            "properties": {
                "text": { "bsonType": "string", "maxLength": 400 },
                "_id": { "bsonType": "objectId" },
            },
            "additionalProperties": false,
        } }
    );
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(
    name = "orders",
    tenant = tenant_id,
    shard_key(tenant_id, hashed(id)),
    external_index("ops_*", "bi_*"),
    external_index("tmp"),
    max_size = "64KiB",
    write_concern(w = "majority", journal, timeout = "5s"),
    read_concern = "majority"
)]
#[index(keys(tenant_id, line))]
struct Order {
    #[serde(rename = "_id")]
    id: Option<ObjectId>,
    tenant_id: ObjectId,
    #[field(references = Line)]
    line: ObjectId,
}

#[test]
fn what_is_said_for_others_is_kept() {
    let orders = rendered::<Order>();
    assert_eq!(orders.external_indexes, ["ops_*", "bi_*", "tmp"]);
    let key = doc! { "tenantId": 1, "_id": "hashed" };
    assert_eq!(orders.shard_key.as_ref(), Some(&key));
    let names: Vec<&str> = orders
        .indexes
        .iter()
        .map(|index| index.get_str("name").unwrap())
        .collect();
    assert_eq!(names, ["tenantId_1_line_1", "tenantId_1__id_hashed"]);
    let options = Order::MODEL.options;
    assert!(
        options
            .iter()
            .any(|option| matches!(option, CollectionOption::MaxSize(65_536)))
    );
    assert!(
        options
            .iter()
            .any(|option| matches!(option, CollectionOption::ReadConcern("majority")))
    );
    let concern = options.iter().find_map(|option| match option {
        CollectionOption::WriteConcern(concern) => Some(concern),
        _ => None,
    });
    let concern = concern.unwrap();
    assert_eq!(concern.w, Some(Acknowledgment::Named("majority")));
    assert_eq!((concern.journal, concern.timeout), (Some(true), Some(5000)));
    let rendered = doc! { "w": "majority", "j": true, "wtimeout": 5000 };
    assert_eq!(orders.write_concern, Some(rendered));
    assert_eq!(orders.read_concern.as_deref(), Some("majority"));
}

#[derive(Database)]
#[database(
    name = "shop",
    collections(Order, Line),
    server = "8.1",
    external("legacy_*"),
    external("bi")
)]
struct Shop;

#[test]
fn a_database_keeps_its_server_and_what_others_manage() {
    let shop = Shop::declared();
    assert_eq!(shop.server, (8, 1));
    assert_eq!(shop.external, ["legacy_*", "bi"]);
}
