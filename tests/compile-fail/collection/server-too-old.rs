//! Options that the oldest server lacks.

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", change_stream_images, validation(action = "errorAndLog"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task), server = "5.0")]
struct Tracker;

fn main() {}
