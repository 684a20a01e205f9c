//! Nothing that is allowed.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", allow())]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
