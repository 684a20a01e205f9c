//! A rule of serde that there is not: serde says so, and nothing else does.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[serde(rename_all = "Title Case")]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
