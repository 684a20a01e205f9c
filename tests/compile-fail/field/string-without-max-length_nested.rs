//! A string of another type.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Address {
    #[field(max_length = 9)]
    zip: String,
    #[field(max_items = 2)]
    lines: Vec<Line>,
}

#[derive(Serialize, Embedded)]
struct Line(String);

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, max_size = "8KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    address: Address,
    #[field(max_items = 3)]
    others: Vec<Address>,
}

fn main() {}
