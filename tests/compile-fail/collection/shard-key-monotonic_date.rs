//! A shard key that starts with a date inside a document.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", shard_key(log.at, id))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    log: Log,
}

#[derive(Serialize, Embedded)]
struct Log {
    at: DateTime,
}

fn main() {}
