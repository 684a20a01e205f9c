//! A map of at least 10 and at most 1 fields.

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
    #[field(min_properties = 10, max_properties = 1, keys(pattern = "^[a-z]+$"))]
    scores: HashMap<String, i64>,
}

fn main() {}
