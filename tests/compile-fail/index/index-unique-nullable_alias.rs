//! A unique index over a field that may be null behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Email = Option<String>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, email), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    email: Email,
}

fn main() {}
