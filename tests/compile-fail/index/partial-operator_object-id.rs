//! An ObjectId with a digit too few.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, priority), partial = (tenant_id == object_id("65f1a5c0e13f4b2a9c8d7e6")))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    priority: i32,
}

fn main() {}
