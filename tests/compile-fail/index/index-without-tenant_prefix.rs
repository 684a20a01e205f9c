//! A field of the same document is not the tenant key.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owner.tenant_id)]
#[index(keys(owner.name))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
    name: String,
}

fn main() {}
