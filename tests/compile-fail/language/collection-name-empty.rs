//! A name without a character.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
