//! An array behind an alias: the compiler knows what it stands for.

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
    labels: Labels,
}

fn main() {}
