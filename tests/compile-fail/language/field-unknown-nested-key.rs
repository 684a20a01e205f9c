//! A bound on the items that is misspelt.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 5, items(max_lenght = 10))]
    labels: Vec<String>,
}

fn main() {}
