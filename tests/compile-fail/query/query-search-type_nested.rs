//! The same of fields whose types the struct does not show.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "shops", tenant = tenant_id, allow(query_without_index = "an example"))]
#[query(name = "search", text(owner.age))]
#[query(name = "close_by", near(owner))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Embedded)]
struct Owner {
    name: String,
    age: i32,
}

fn main() {}
