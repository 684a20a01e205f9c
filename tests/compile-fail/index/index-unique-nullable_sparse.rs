//! A sparse index holds the nulls. (CASES 21)

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(mail), unique, sparse)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(default)]
    mail: Option<String>,
}

fn main() {}
