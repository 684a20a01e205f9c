//! What an index does not hold as it is: arrays, strings under a collation, null.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, position, labels))]
#[index(keys(tenant_id, code, name))]
#[query(name = "labels", eq(position), project(labels))]
#[query(name = "codes", eq(code), project(name))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    position: i64,
    #[field(max_items = 9, items(max_length = 9))]
    labels: Vec<String>,
    code: Option<i64>,
    name: String,
}

fn main() {}
