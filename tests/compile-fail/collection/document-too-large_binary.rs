//! A proof about binary data, of which no validator bounds the length.

use bson::{Binary, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    hash: Binary,
    id_of_hash: bson::Uuid,
}

fn main() {}
