//! Partial indexes whose filter does not follow from the query.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, project_id), partial = (status == "open"))]
#[index(keys(tenant_id, position), partial = (position >= 10))]
#[query(name = "no_constant", eq(project_id))]
#[query(name = "other", eq(project_id), filter = (status == "closed"))]
#[query(name = "same", eq(project_id), filter = (status == "open"))]
#[query(name = "wider", filter = (position > 5))]
#[query(name = "tighter", filter = (position > 20))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
