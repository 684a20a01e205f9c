//! A query that compares fields with values of other types.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, allow(query_without_index = "an example"))]
#[query(name = "urgent", filter = (priority >= "3" && title == null))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    priority: i32,
    title: String,
}

fn main() {}
