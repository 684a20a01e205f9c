//! Such a reference in an embedded document.

use bson::oid::ObjectId;
use schema_core::{Collection, Database, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "projects", global = "an example")]
struct Project {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 5)]
    places: Vec<Place>,
}

#[derive(Serialize, Embedded)]
struct Place {
    #[field(references = Project)]
    project_id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task))]
struct Tracker;

fn main() {}
