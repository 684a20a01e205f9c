//! A bound on a length, of a number behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Position = i64;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 10)]
    position: Position,
}

fn main() {}
