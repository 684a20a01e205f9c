//! A proof about a map whose names a pattern alone bounds.

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
    #[field(max_properties = 5, keys(pattern = "^[a-z]{2}$"), values(max_length = 9))]
    names: BTreeMap<String, String>,
}

fn main() {}
