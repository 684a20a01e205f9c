//! A reference in a type with a parameter, which only its uses can check.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "users", global = "an example")]
struct User {
    #[serde(rename = "_id")]
    id: ObjectId,
    created: Audit<ObjectId>,
}

#[derive(Serialize, Embedded)]
struct Audit<T> {
    #[field(references = User)]
    by: T,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    created: Audit<ObjectId>,
    changed: Option<Audit<String>>,
}

fn main() {}
