//! Two fields that a rule of serde gives one name.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    due_at: i64,
    #[allow(non_snake_case)]
    dueAt: i64,
}

fn main() {}
