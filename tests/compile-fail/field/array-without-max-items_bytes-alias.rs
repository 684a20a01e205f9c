//! The same behind an alias, inside a map.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Content = Vec<u8>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_properties = 10, keys(pattern = "^[a-z]+$"))]
    files: HashMap<String, Content>,
}

fn main() {}
