//! A field that is broken: nothing else is said about it, nor about what uses it.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(person.name), unique)]
#[index(keys(at), expire_after = "1d")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    person: Person,
    #[field(nonsense)]
    at: Option<String>,
}

#[derive(Serialize, Embedded)]
struct Person {
    #[field(nonsense)]
    name: Option<String>,
}

fn main() {}
