//! An array inside a newtype with a parameter, which only its uses can check.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Wrapped<T>(T);

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    tags: Wrapped<Vec<i32>>,
}

fn main() {}
