//! A name that is the server's own index's.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status), name = "_id_")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

fn main() {}
