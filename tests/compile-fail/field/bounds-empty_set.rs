//! A set of more items than there are variants.

use std::collections::HashSet;

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
    #[field(min_items = 3)]
    kinds: HashSet<Kind>,
}

fn main() {}
