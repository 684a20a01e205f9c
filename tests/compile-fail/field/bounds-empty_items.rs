//! At least 10 and at most 1 items, two arrays deep.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5, items(min_items = 10, max_items = 1))]
    rows: Vec<Vec<i64>>,
}

fn main() {}
