//! Bounds on the items of what is no array, behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Title = String;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(items(max_length = 10))]
    title: Title,
}

fn main() {}
