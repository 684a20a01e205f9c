//! A reason without a word.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = " ")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
