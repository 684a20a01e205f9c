//! `#[collection]` with a value.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection = 1]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
