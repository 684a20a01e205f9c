//! A level that there is not.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", validation(level = "high"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
