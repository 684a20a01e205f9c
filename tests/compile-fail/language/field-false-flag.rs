//! A flag that is turned off.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 5, unique_items = false)]
    labels: Vec<String>,
}

fn main() {}
