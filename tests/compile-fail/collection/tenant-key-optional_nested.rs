//! A tenant key inside a document that may be null.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owner.tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Option<Owner>,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
}

fn main() {}
