//! A key that is given twice.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status, status = -1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

fn main() {}
