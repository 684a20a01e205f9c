//! A sparse index, which does not tell who has no value.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, code), sparse, allow(sparse_no_effect = "an example"))]
#[query(name = "of_code", eq(code))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

fn main() {}
