//! No shape before has the version.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 3, previous = TaskV1, accepts(2))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

fn main() {}
