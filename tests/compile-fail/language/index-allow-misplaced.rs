//! A rule about a field, allowed at an index.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status), allow(array_without_max_items = "why"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

fn main() {}
