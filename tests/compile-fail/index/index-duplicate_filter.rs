//! The same filter in another order.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, title), name = "one", partial = (a > 1 && b == 2))]
#[index(keys(tenant_id, title), name = "two", partial = (b == 2 && a > 1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    a: i32,
    b: i32,
}

fn main() {}
