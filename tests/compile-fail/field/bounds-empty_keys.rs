//! A map of more fields than there are variants.

use std::collections::HashMap;

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
    #[field(min_properties = 3)]
    scores: HashMap<Kind, i64>,
}

fn main() {}
