//! A key that `*` covers too.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, *))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 5)]
    attributes: std::collections::BTreeMap<String, String>,
}

fn main() {}
