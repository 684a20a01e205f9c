//! A version that is no integer behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Version = f64;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 2)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    schema_version: Version,
}

fn main() {}
