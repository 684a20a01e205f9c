//! A path that ends with a dot.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status.))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

fn main() {}
