//! A text index is always sparse.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(title = "text"), sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    title: String,
}

fn main() {}
