//! Queries that are written otherwise than they are.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, status))]
#[query(eq(status))]
#[query(name = "a b", eq(status))]
#[query(name = "fn", eq(status))]
#[query(name = "__hidden", eq(status))]
#[query(name = "unbounded", any_of(status))]
#[query(name = "no_max", any_of(status, 4))]
#[query(name = "zero", any_of(status, max = 0))]
#[query(name = "direction", sort(status = 2))]
#[query(name = "no_field", eq())]
#[query(name = "unknown", equal(status))]
#[query(name = "operator", filter = (status != "x"))]
#[query(name = "no_reason", eq(status), across_tenants)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: String,
}

fn main() {}
