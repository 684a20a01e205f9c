//! A projection of a field and of what is inside it.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(*), wildcard_projection(include(attributes, owner, owner.name)))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Person,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 5)]
    attributes: std::collections::BTreeMap<String, String>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    #[field(max_items = 5)]
    mails: Vec<String>,
}

fn main() {}
