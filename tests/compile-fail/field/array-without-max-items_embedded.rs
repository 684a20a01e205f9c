//! An array inside an embedded document is not covered by what the collection allows.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, allow(array_without_max_items = "few in practice"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    person: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    nicknames: Vec<String>,
}

fn main() {}
