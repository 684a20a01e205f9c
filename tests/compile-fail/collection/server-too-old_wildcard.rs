//! A wildcard beside another key, which the oldest server lacks.

use bson::{Document, oid::ObjectId};
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(kind, attributes.*))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: i32,
    attributes: Document,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task))]
struct Tracker;

fn main() {}
