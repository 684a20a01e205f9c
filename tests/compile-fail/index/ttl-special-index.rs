//! A hashed index deletes nothing.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(at = "hashed"), expire_after = "180d")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: bson::DateTime,
}

fn main() {}
