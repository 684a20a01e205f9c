//! A projection without `*`.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(attributes.*), wildcard_projection(include(title)))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 5)]
    attributes: std::collections::BTreeMap<String, String>,
    title: String,
}

fn main() {}
