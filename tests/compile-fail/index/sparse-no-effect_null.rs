//! A `None` is written, as null.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(next_at), sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    next_at: Option<bson::DateTime>,
}

fn main() {}
