//! A bound that is given twice, in two attributes.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_length = 10)]
    #[field(max_length = 20)]
    title: String,
}

fn main() {}
