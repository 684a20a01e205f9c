//! A map behind an alias, inside the values of a map that is bounded.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Scores = HashMap<String, Option<HashMap<String, i64>>>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_properties = 10, keys(pattern = "^[a-z]+$"), values(keys(pattern = "^[a-z]+$")))]
    scores: Scores,
}

fn main() {}
