//! Collections with every option that the development server has, on a running server.

use std::{
    convert::Infallible,
    time::{Duration, SystemTime},
};

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};
use futures::TryStreamExt;
use mongo_schema_tests::declared;
use mongodb::{Database as Live, error::ErrorKind};
use schema_core::{Collection, Database, DatabaseSchema, Embedded, Upgrade};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Collection)]
#[collection(
    name = "readings",
    tenant = meta.tenant_id,
    time_series(time = at, meta = meta, granularity = "minutes", expire_after = "90d")
)]
struct Reading {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
    meta: Sensor,
    value: f64,
}

#[derive(Serialize, Embedded)]
struct Sensor {
    tenant_id: ObjectId,
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

#[derive(Serialize, Collection)]
#[collection(
    name = "log",
    global = "one log",
    generated_id,
    capped(size = "1MiB", max = 1000),
    collation(locale = "en", strength = 2),
    validation(level = "moderate", action = "warn")
)]
struct Line {
    #[field(max_length = 40)]
    text: String,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "one team", schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "one team", schema_version = 2, previous = TaskV1, accepts(1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
    done: bool,
}

impl Upgrade<TaskV1> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            schema_version: 2,
            done: false,
        })
    }
}

#[derive(Serialize, Collection)]
#[collection(name = "notes", tenant = tenant_id, generated_id, shard_key(tenant_id, room))]
struct Note {
    tenant_id: ObjectId,
    room: i32,
}

#[derive(Database)]
#[database(name = "plant", collections(Reading, Event, Line, Task, Note))]
struct Plant;

async fn plant() -> TestDatabase {
    let test = TestDatabase::create().await.unwrap();
    let database = test.database();
    declared::create(&database, &Plant::declared())
        .await
        .unwrap();
    test
}

/// A collection's options as the server lists them.
async fn listed(database: &Live, name: &str) -> Document {
    let command = doc! { "listCollections": 1, "filter": { "name": name } };
    let reply = database.run_command(command).await.unwrap();
    let cursor = reply.get_document("cursor").unwrap();
    let first = &cursor.get_array("firstBatch").unwrap()[0];
    let options = first.as_document().unwrap().get_document("options");
    options.unwrap().clone()
}

#[tokio::test]
async fn the_server_keeps_the_options() {
    let test = plant().await;
    let database = test.database();
    let readings = listed(&database, "readings").await;
    let series = readings.get_document("timeseries").unwrap();
    assert_eq!(series.get_str("metaField").unwrap(), "meta");
    assert_eq!(series.get_str("granularity").unwrap(), "minutes");
    assert!(readings.contains_key("expireAfterSeconds") && !readings.contains_key("validator"));
    let events = listed(&database, "events").await;
    assert!(events.contains_key("clusteredIndex"));
    let images = events.get_document("changeStreamPreAndPostImages").unwrap();
    assert_eq!(images.get("enabled"), Some(&Bson::Boolean(true)));
    let log = listed(&database, "log").await;
    assert_eq!(log.get("capped"), Some(&Bson::Boolean(true)));
    assert_eq!(log.get_str("validationAction").unwrap(), "warn");
    let collation = log.get_document("collation").unwrap();
    assert_eq!(collation.get_str("locale").unwrap(), "en");
}

async fn insert<T: Serialize + Send + Sync>(
    database: &Live,
    name: &str,
    value: &T,
) -> Result<(), Option<i32>> {
    let inserted = database.collection::<T>(name).insert_one(value).await;
    inserted.map(drop).map_err(|error| match *error.kind {
        ErrorKind::Write(mongodb::error::WriteFailure::WriteError(error)) => Some(error.code),
        _ => None,
    })
}

#[tokio::test]
async fn documents_of_each_are_stored() {
    let test = plant().await;
    let database = test.database();
    let id = ObjectId::new;
    let meta = Sensor { tenant_id: id() };
    let reading = Reading {
        id: id(),
        at: DateTime::now(),
        meta,
        value: 0.5,
    };
    assert_eq!(insert(&database, "readings", &reading).await, Ok(()));
    let now = DateTime::from_system_time(SystemTime::now() + Duration::from_mins(1));
    assert_eq!(
        insert(&database, "events", &Event { id: now }).await,
        Ok(())
    );
    let line = Line {
        text: "started".into(),
    };
    assert_eq!(insert(&database, "log", &line).await, Ok(()));
    let note = Note {
        tenant_id: id(),
        room: 1,
    };
    assert_eq!(insert(&database, "notes", &note).await, Ok(()));
}

#[tokio::test]
async fn only_accepted_versions_are_stored_beside_the_current_one() {
    let test = plant().await;
    let database = test.database();
    let id = ObjectId::new;
    let old = |schema_version| TaskV1 {
        id: id(),
        schema_version,
    };
    let new = |schema_version| Task {
        id: id(),
        schema_version,
        done: false,
    };
    assert_eq!(insert(&database, "tasks", &new(2)).await, Ok(()));
    assert_eq!(insert(&database, "tasks", &old(1)).await, Ok(()));
    // A shape of one version under the number of the other.
    assert_eq!(insert(&database, "tasks", &new(1)).await, Err(Some(121)));
    assert_eq!(insert(&database, "tasks", &old(2)).await, Err(Some(121)));
}

#[tokio::test]
async fn the_shard_keys_index_is_there() {
    let test = plant().await;
    let notes = test.database().collection::<Document>("notes");
    let indexes: Vec<_> = notes
        .list_indexes()
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    let key = doc! { "tenant_id": 1, "room": 1 };
    assert!(indexes.iter().any(|index| index.keys == key), "{indexes:?}");
}
