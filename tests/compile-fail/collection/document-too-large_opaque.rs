//! A proof about a field of which nothing is known.

use bson::{Document, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    payload: Document,
}

fn main() {}
