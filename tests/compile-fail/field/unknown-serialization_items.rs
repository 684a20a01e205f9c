//! What is said of items that the type does not show.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Times = Vec<Foreign>;

#[derive(Serialize)]
struct Foreign;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 10, items(bson = "date"))]
    times: Times,
}

fn main() {}
