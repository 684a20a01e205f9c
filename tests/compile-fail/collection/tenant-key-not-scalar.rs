//! A document that belongs to several tenants.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenants)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 5)]
    tenants: Vec<ObjectId>,
}

fn main() {}
