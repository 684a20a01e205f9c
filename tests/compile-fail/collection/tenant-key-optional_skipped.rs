//! A tenant key that serde leaves out of some documents.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(skip_serializing_if = "String::is_empty")]
    tenant_id: String,
}

fn main() {}
