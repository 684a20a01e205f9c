//! A tenant key that is not stored as the tenant's own `_id`.

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "tenants", tenant = id)]
struct Tenant {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task, Tenant))]
struct Tracker;

fn main() {}
