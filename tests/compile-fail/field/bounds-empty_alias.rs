//! A maximum beyond the range of a type behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Level = u8;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(maximum = -1)]
    level: Level,
}

fn main() {}
