//! A unique index through an array that may be empty.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, people.email), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5)]
    people: Vec<Person>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    email: String,
}

fn main() {}
