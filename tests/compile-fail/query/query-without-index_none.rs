//! Queries of a collection without an index.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[query(name = "board", eq(project_id), any_of(status, max = 3), sort(position = -1))]
#[query(name = "all", sort(position))]
#[query(name = "found", text(status))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
