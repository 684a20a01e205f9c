//! A string as the tenant's key, where a collation takes `acme` for `ACME`.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant, collation(locale = "en", strength = 2))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: String,
}

/// The tenant itself.
#[derive(Serialize, Collection)]
#[collection(name = "tenants", tenant = name, collation(locale = "de"))]
struct Tenant {
    #[serde(rename = "_id")]
    name: String,
}

fn main() {}
