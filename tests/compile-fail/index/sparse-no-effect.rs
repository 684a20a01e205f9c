//! The tenant key is in every document.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, due_at), sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<bson::DateTime>,
}

fn main() {}
