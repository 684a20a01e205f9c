//! External collections that have no names.

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Database)]
#[database(name = "tracker", collections(Task), server = "six", external(legacy), external(""))]
struct Tracker;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
