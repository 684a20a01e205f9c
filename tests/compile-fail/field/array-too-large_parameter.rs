//! An array in the place of a type parameter.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Wrapped<T> {
    #[field(max_items = 500)]
    inner: T,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    labels: Wrapped<Vec<i64>>,
}

fn main() {}
