//! Versions of a collection that has none.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", accepts(1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
