//! A unique index beside a hashed shard key.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, shard_key(tenant_id, hashed(id)))]
#[index(keys(tenant_id, number), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    number: i32,
}

fn main() {}
