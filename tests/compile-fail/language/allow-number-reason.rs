//! A rule that is allowed with a number for a reason.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", allow(array_without_max_items = 1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
