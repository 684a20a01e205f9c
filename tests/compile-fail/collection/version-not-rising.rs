//! The shape before is of the same version.

use std::convert::Infallible;

use bson::oid::ObjectId;
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 1, previous = TaskV1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

impl Upgrade<TaskV1> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            schema_version: before.schema_version + 1,
        })
    }
}

fn main() {}
