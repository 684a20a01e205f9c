//! A range before the order, an order in mixed directions, and equality behind a range.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, status, position))]
#[index(keys(tenant_id, position, project_id))]
#[query(name = "sorted", sort(position), range(status))]
#[query(name = "mixed", sort(status, position = -1))]
#[query(name = "late", eq(project_id), range(position))]
#[query(name = "used", eq(status), sort(position))]
#[query(name = "used_too", sort(position), range(project_id))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
