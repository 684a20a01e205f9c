//! A query of fields that an embedded document lacks.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, owner.name))]
#[query(name = "open", eq(owner.nmae), sort(owner.age), project(owner.name.first))]
#[query(name = "all", filter = (owner.naem == "x"))]
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
