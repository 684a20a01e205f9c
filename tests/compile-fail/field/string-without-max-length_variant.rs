//! A string of one variant.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payload {
    Empty,
    Text { body: String },
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    payload: Payload,
}

fn main() {}
