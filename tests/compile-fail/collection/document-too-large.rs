//! Bounds that admit more than the proof that is asked for.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 2000)]
    text: String,
    #[field(max_items = 20, items(max_length = 40))]
    labels: Vec<String>,
    done: bool,
}

fn main() {}
