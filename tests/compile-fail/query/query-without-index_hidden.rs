//! An index that the planner does not see.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, status), hidden, allow(index_without_query = "to be dropped"))]
#[query(name = "open", eq(status))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
