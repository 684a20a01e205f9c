//! A time series that is sharded by a measurement.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", time_series(time = at, meta = room), shard_key(room, level))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
    room: i32,
    level: f64,
}

fn main() {}
