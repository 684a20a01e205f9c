//! Indexes that a time series cannot have.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    global = "an example",
    time_series(time = at, meta = room)
)]
#[index(keys(text = "text"))]
#[index(keys(room), sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<i32>,
    text: String,
}

fn main() {}
