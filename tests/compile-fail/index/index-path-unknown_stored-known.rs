//! A stored path to a field that has a Rust name.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, "owner.name"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    #[field(max_items = 5)]
    mails: Vec<String>,
}

fn main() {}
