//! The same with keys of a type of the user's own.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, PartialEq, Eq, Hash, Embedded)]
struct Name(String);

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_properties = 10)]
    scores: HashMap<Name, i64>,
}

fn main() {}
