//! A name that is another index's default one, which the struct does not show.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, owner.id = -1))]
#[index(keys(tenant_id, status), name = "tenant_id_1_owner._id_-1")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Owner,
    status: i32,
}

#[derive(Serialize, Embedded)]
struct Owner {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
