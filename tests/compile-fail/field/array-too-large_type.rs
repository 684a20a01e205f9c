//! Few items of a type that may take many bytes.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Comment {
    #[field(max_length = 4000)]
    text: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 50)]
    comments: Vec<Comment>,
}

fn main() {}
