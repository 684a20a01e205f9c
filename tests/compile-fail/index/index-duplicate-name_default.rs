//! A name that is another index's default name.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, email = -1))]
#[index(keys(tenant_id, open), name = "tenant_id_1_email_-1")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    email: String,
    open: bool,
}

fn main() {}
