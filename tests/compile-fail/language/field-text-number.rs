//! A word in place of a number.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(minimum = "zero")]
    position: i64,
}

fn main() {}
