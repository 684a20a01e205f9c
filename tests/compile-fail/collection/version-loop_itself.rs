//! A shape is before itself.

use std::convert::Infallible;

use bson::oid::ObjectId;
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 2, previous = Task)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

impl Upgrade<Task> for Task {
    type Error = Infallible;

    fn upgrade(before: Task) -> Result<Self, Infallible> {
        Ok(before)
    }
}

fn main() {}
