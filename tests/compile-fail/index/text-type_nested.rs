//! The compiler knows the types of other structs.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, owner.age = "text"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    age: i32,
    #[field(max_items = 5)]
    mails: Vec<String>,
}

fn main() {}
