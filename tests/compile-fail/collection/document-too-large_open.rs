//! A proof about a type that lets any field in.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
#[embedded(additional_properties = true)]
struct Address {
    #[field(max_length = 50)]
    street: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    address: Address,
}

fn main() {}
