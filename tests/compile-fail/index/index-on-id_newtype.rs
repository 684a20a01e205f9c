//! The compiler knows the `_id` of what a newtype holds.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(id))]
struct Tasks(Task);

#[derive(Serialize, Embedded)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
