//! A key whose second segment is no field: the compiler knows the other struct.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, assignee.nmae))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    assignee: Option<Person>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    email: String,
}

fn main() {}
