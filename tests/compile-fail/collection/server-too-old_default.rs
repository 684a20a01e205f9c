//! Without a word, servers from 6.0 on are supported.

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", validation(level = "constraint"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task))]
struct Tracker;

fn main() {}
