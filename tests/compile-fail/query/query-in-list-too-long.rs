//! Two lists with too many combinations.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[query(name = "open", any_of(status, max = 20), any_of(priority, max = 20), sort(due))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: i32,
    priority: i32,
    due: i64,
}

fn main() {}
