//! A query across tenants where there are none.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[query(name = "all", sort(id), across_tenants = "why not")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
