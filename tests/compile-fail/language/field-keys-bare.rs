//! The names of a map without a pattern.

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
    #[field(max_properties = 10, keys("^[a-z]+$"))]
    scores: HashMap<String, i64>,
}

fn main() {}
