//! The shape before is one of another collection.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 2, previous = NoteV1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Collection)]
#[collection(name = "notes", global = "an example", schema_version = 1)]
struct NoteV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

fn main() {}
