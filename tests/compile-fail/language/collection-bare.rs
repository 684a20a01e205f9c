//! `#[collection]` without keys.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
