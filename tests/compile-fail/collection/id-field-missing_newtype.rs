//! A collection that is a newtype, whose inner type the compiler knows.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Tasks(Task);

#[derive(Serialize, Embedded)]
struct Task {
    id: ObjectId,
}

fn main() {}
