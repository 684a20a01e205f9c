//! A field whose own fields are written in its place.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(flatten)]
    person: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
}

fn main() {}
