//! Two collections that store the tenant key as different types.

use bson::oid::ObjectId;
use schema_core::{Collection, Database, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: i64,
}

#[derive(Serialize, Collection)]
#[collection(name = "notes", tenant = owner.tenant_id)]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: String,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task, Note))]
struct Tracker;

fn main() {}
