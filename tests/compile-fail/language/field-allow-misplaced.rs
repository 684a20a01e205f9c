//! A rule about an index, allowed at a field.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(allow(index_without_tenant = "why"))]
    title: String,
}

fn main() {}
