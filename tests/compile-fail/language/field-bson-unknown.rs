//! A BSON type that there is not.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(bson = "datetime")]
    at: std::time::SystemTime,
}

fn main() {}
