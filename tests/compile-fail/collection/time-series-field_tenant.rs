//! A tenant key outside of the meta field.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, time_series(time = at, meta = sensor))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    at: DateTime,
    sensor: i32,
}

fn main() {}
