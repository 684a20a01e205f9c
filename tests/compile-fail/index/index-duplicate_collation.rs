//! A parameter that is the default anyway.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, title), collation(locale = "en"))]
#[index(
    keys(tenant_id, title),
    name = "again",
    collation(locale = "en", strength = 3)
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
}

fn main() {}
