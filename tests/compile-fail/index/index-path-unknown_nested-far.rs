//! A key whose second segment is no field, nor near one.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, assignee.avatar))]
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
