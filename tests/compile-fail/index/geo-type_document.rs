//! A document with other fields is not a place.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, address = "2dsphere"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    address: Address,
}

#[derive(Serialize, Embedded)]
struct Address {
    street: String,
    town: String,
}

fn main() {}
