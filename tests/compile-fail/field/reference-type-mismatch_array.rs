//! The items of an array refer, and are not of the type of the `_id`.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(references = Project, max_items = 5)]
    project_ids: Vec<i64>,
}

#[derive(Serialize, Collection)]
#[collection(name = "projects", tenant = tenant_id)]
struct Project {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

fn main() {}
