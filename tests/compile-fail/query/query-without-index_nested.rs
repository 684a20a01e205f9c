//! A nested field, which the compiler knows to be one.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[query(name = "of_owner", eq(owner.name))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    name: String,
}

fn main() {}
