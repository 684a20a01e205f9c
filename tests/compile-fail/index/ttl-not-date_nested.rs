//! A TTL on a string of an embedded document.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(assignee.name), expire_after = "180d")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    assignee: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    email: String,
}

fn main() {}
