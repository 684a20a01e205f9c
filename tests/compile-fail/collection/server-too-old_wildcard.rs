//! An index that servers have from 7.0 on.

use bson::{Document, oid::ObjectId};
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(kind, raw.*))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: i32,
    raw: Document,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task))]
struct Tracker;

fn main() {}
