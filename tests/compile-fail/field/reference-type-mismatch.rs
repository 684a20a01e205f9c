//! A reference that is stored as a string, to an `_id` that is an ObjectId.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(references = Project)]
    project_id: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "projects", tenant = tenant_id)]
struct Project {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

fn main() {}
