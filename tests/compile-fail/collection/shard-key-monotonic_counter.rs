//! A shard key that starts with a counter.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", shard_key(id))]
struct Task {
    #[serde(rename = "_id")]
    id: i64,
}

fn main() {}
