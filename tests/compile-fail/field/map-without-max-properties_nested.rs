//! A map inside a bounded array.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 10, items(keys(pattern = "^[a-z]+$")))]
    rows: Vec<HashMap<String, i64>>,
}

fn main() {}
