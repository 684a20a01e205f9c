//! Strings inside an array and a map.

use std::collections::BTreeMap;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5)]
    labels: Vec<String>,
    #[field(max_properties = 5, values(max_items = 2), keys(pattern = "^[a-z]$"))]
    names: BTreeMap<String, Vec<String>>,
}

fn main() {}
