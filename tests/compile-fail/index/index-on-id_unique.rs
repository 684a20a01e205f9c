//! An option of the index that every collection has. (CASES 8)

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(id), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
