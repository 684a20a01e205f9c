//! A map as a tenant key.

use std::collections::BTreeMap;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenants)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_properties = 3, keys(pattern = "^[a-z]+$"))]
    tenants: BTreeMap<String, ObjectId>,
}

fn main() {}
