//! A document as a tenant key.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owner)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    region: i32,
    number: i32,
}

fn main() {}
