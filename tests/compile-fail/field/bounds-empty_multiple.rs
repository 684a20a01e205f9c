//! No multiple of 5 is from 1 to 4.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(minimum = 1, maximum = 4, multiple_of = 5)]
    position: i64,
}

fn main() {}
