//! A variant that there is not: the compiler says so.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(status), partial = (status == Status::Opne))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    status: Status,
}

#[derive(Serialize, Embedded)]
enum Status {
    Open,
}

fn main() {}
