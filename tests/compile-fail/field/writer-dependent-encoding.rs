//! A UUID, which one writer stores as binary data and the other as a string.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;
use uuid::Uuid;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    token: Uuid,
}

fn main() {}
