//! A field that every document has, inside another.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(owner.name), sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    #[field(max_items = 5)]
    mails: Vec<String>,
}

fn main() {}
