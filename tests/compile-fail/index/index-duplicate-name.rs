//! Two indexes on the same keys, which differ in their options alone.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, email))]
#[index(keys(tenant_id, email), partial = (open == true))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    email: String,
    open: bool,
}

fn main() {}
