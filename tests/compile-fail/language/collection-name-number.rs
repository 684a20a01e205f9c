//! A name that is a number.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = 5, global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
