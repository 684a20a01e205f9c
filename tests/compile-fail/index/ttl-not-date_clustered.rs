//! A clustered collection that expires by an ObjectId.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", clustered(expire_after = "30d"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
