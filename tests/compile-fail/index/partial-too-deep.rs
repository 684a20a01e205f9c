//! Conditions inside conditions.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, a), partial = (a == 1 && (b == 1 || (c == 1 && (d == 1 || e == 1)))))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    e: i32,
}

fn main() {}
