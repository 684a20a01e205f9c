//! A key behind the wildcard.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(attributes, attributes.*))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 5)]
    attributes: std::collections::BTreeMap<String, String>,
}

fn main() {}
