//! A flattened field that is no document, and nothing about what uses it.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, person.name))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    person: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    #[serde(flatten)]
    name: Option<String>,
}

fn main() {}
