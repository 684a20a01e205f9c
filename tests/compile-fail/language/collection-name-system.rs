//! A name that belongs to the server.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "system.tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
