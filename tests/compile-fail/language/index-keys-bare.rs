//! `keys` without a list.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

fn main() {}
