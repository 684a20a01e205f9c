//! A value where a key is expected.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection("tasks")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
