//! No shape before has the version.

use std::convert::Infallible;

use bson::oid::ObjectId;
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 3, previous = TaskV2, accepts(1))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 2)]
struct TaskV2 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

impl Upgrade<TaskV2> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV2) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            schema_version: before.schema_version + 1,
        })
    }
}

fn main() {}
