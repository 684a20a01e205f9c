//! An array that only the compiler sees.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Labels = Vec<String>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 201)]
    labels: Labels,
}

fn main() {}
