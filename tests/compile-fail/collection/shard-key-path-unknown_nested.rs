//! A shard key of a field that an embedded document lacks.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, shard_key(tenant_id, owner.nmae))]
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
