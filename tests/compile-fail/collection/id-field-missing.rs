//! A field named `id` is not stored as `_id` by itself.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    id: ObjectId,
    tenant_id: ObjectId,
}

fn main() {}
