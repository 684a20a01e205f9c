//! A TTL on an integer behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Seconds = i64;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(at), expire_after = "180d")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    at: Seconds,
}

fn main() {}
