//! A board that no index sorts.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, project_id))]
#[query(name = "of_project", eq(project_id))]
#[query(name = "board", eq(project_id), sort(position))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
