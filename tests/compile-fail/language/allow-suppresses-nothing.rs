//! Rules that are allowed where they cannot fire.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    tenant = tenant_id,
    allow(document_too_large = "small in practice", array_without_max_items = "few"),
    allow(shard_key_tenant_only = "tenants are small")
)]
#[index(keys(tenant_id, status), allow(index_without_tenant = "asked for by support"))]
#[index(keys(tenant_id, email), unique, allow(index_unique_nullable = "few"))]
#[query(name = "open", any_of(status, max = 3), allow(query_in_list_too_long = "slow"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: i32,
    email: String,
    // The nearest place suppresses it, so the collection's own says nothing more.
    #[field(allow(array_without_max_items = "three", array_too_large = "three"))]
    labels: Vec<i32>,
    #[field(allow(money_as_float = "an estimate", reference_outside_database = "elsewhere"))]
    cost: i64,
    #[field(pattern = "^[a-z]$", allow(pattern_unanchored = "one letter"))]
    letter: String,
}

#[derive(Serialize, Embedded)]
struct Size {
    #[field(maximum = 10, allow(unsigned_overflow = "of a disk"))]
    bytes: u64,
}

#[derive(Serialize, Collection)]
#[collection(name = "notes", global = "an example", allow(array_without_max_items = "few"))]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 3)]
    labels: Vec<i32>,
}

// What is broken may have been what is allowed.
#[derive(Serialize, Collection)]
#[collection(name = "lists", global = "an example", allow(array_too_large = "few"))]
struct List {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_item = 300, allow(array_without_max_items = "few"))]
    labels: Vec<i32>,
}

fn main() {}
