//! A shard key that starts with an ObjectId in the order of insertion.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", shard_key(id))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
