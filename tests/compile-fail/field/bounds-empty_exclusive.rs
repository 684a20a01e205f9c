//! No whole number is above 1 and below 2.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(exclusive_minimum = 1, exclusive_maximum = 2)]
    position: i64,
}

fn main() {}
