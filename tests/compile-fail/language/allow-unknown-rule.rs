//! A rule that there is not.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", allow(array_without_maxitems = "why"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
