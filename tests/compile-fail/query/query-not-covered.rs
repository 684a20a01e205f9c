//! A field that the index does not hold.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, status))]
#[query(name = "names", eq(status), project(status, position))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    status: String,
    position: i64,
}

fn main() {}
