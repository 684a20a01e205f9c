//! Two indexes that are given one name.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, email), name = "mine")]
#[index(keys(tenant_id, open), name = "mine")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    email: String,
    open: bool,
}

fn main() {}
