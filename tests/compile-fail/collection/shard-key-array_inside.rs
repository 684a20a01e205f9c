//! A shard key inside an array.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, shard_key(tenant_id, people.name))]
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
}

fn main() {}
