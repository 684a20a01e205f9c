//! Two arrays.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, labels, watchers))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5)]
    labels: Vec<String>,
    #[field(max_items = 5)]
    watchers: Option<Vec<ObjectId>>,
}

fn main() {}
