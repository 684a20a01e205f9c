//! The first step of a dotted path, misspelt.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "teams", global = "an example")]
#[index(keys(manger.name))]
struct Team {
    #[serde(rename = "_id")]
    id: ObjectId,
    manager: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
}

fn main() {}
