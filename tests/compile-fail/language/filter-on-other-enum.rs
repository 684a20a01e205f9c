//! A filter on an enum of which nothing is known.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status), partial = (status == Status::Open))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: String,
}

enum Status {
    Open,
}

fn main() {}
