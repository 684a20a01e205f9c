//! A search for words in numbers, and by distance from a string.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "shops", tenant = tenant_id, allow(query_without_index = "an example"))]
#[query(name = "search", text(title, position))]
#[query(name = "close_by", near(address))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    position: i64,
    address: String,
}

fn main() {}
