//! The shape before is one of another collection.

use std::convert::Infallible;

use bson::oid::ObjectId;
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tasks", global = "an example", schema_version = 2, previous = NoteV1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", global = "an example", schema_version = 1)]
struct NoteV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
}

impl Upgrade<NoteV1> for Task {
    type Error = Infallible;

    fn upgrade(before: NoteV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            schema_version: before.schema_version + 1,
        })
    }
}

fn main() {}
