//! A map keyed by an enum one of whose variants is stored with a dot.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, PartialEq, Eq, Hash, Embedded)]
enum Kind {
    #[serde(rename = "bug.fixed")]
    Bug,
    Feature,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    scores: HashMap<Kind, i64>,
}

fn main() {}
