//! A proof about an array that may go without a bound.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(allow(array_without_max_items = "three in practice"))]
    scores: Vec<i64>,
}

fn main() {}
