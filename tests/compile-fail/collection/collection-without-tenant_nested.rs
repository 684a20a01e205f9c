//! A tenant key whose second segment is no field: the compiler knows the other struct.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owner.tennant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
}

fn main() {}
