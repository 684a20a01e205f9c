//! The tenant key was of another type.

use std::convert::Infallible;

use bson::oid::ObjectId;
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: i64,
    schema_version: i32,
}

impl Upgrade<TaskV1> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            tenant_id: ObjectId::new(),
            schema_version: before.schema_version + 1,
        })
    }
}

fn main() {}
