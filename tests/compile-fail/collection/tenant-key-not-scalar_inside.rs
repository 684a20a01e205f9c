//! A tenant key inside an array that is never empty.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owners.tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(min_items = 1, max_items = 5)]
    owners: Vec<Owner>,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
}

fn main() {}
