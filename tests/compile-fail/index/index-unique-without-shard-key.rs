//! A unique index that cannot be checked on one shard.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, shard_key(tenant_id, room))]
#[index(keys(tenant_id, number), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    room: i32,
    number: i32,
}

fn main() {}
