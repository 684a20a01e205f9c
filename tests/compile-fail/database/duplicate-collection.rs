//! Two types of one collection. (CASES 15)

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct OldTask {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task, OldTask))]
struct Tracker;

fn main() {}
