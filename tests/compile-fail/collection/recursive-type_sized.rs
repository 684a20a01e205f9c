//! A proof about a type that contains itself says nothing more.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Tree {
    number: i64,
    #[field(max_items = 2)]
    inner: Vec<Tree>,
    #[field(max_items = 2)]
    others: Vec<Tree>,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    tree: Tree,
}

fn main() {}
