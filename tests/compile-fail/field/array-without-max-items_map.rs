//! A map of arrays that nothing bounds.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_properties = 10, keys(pattern = "^[a-z]+$"))]
    labels: BTreeMap<String, Vec<String>>,
}

fn main() {}
