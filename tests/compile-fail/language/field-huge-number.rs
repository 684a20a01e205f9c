//! A number of more than 64 bits.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(minimum = 99999999999999999999999999)]
    position: i64,
}

fn main() {}
