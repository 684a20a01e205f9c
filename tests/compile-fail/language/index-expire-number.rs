//! A duration that is a number.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(at), expire_after = 60)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: bson::DateTime,
}

fn main() {}
