//! A constraint that lets documents through.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", validation(level = "constraint", action = "warn"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
