//! A clustered collection with a fixed size.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", clustered, capped(size = "1MiB"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
