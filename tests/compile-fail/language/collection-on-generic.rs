//! A collection with a type parameter.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task<T> {
    #[serde(rename = "_id")]
    id: ObjectId,
    body: T,
}

fn main() {}
