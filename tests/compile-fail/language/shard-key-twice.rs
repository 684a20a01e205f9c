//! A shard key that has a field twice.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", shard_key(kind, kind))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: String,
}

fn main() {}
