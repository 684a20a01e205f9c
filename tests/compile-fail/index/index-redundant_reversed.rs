//! Another index, read backwards.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, title, position = -1))]
#[index(keys(tenant_id = -1, title = -1, position))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    position: i32,
}

fn main() {}
