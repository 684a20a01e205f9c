//! A bound that no variant keeps.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, PartialEq, Eq, Hash, Embedded)]
enum Kind {
    Bug,
    Feature,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 2)]
    kind: Kind,
}

fn main() {}
