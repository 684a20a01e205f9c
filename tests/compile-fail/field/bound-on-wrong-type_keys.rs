//! A pattern for names that an enum gives.

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
    #[field(keys(pattern = "^[a-z]+$"))]
    scores: HashMap<Kind, i64>,
}

fn main() {}
