//! A collection that says neither whose its documents are nor why they are nobody's.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
