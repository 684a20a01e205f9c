//! What a time series cannot have.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    global = "an example",
    time_series(time = at, granularity = "hours", bucket_max_span = "1h"),
    clustered,
    capped(size = "1MiB"),
    change_stream_images,
    validation(level = "moderate")
)]
#[index(keys(room), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
    room: i32,
}

fn main() {}
