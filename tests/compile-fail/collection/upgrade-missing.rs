//! Nothing makes the newer shape from the older one.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 2, previous = TaskV1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

fn main() {}
