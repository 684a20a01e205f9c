//! An `_id` that is both generated and there.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", generated_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
