//! A collection that is an enum, one of whose variants has no `_id`.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "tasks", global = "an example")]
enum Task {
    Open {
        #[serde(rename = "_id")]
        id: ObjectId,
    },
    Done {
        id: ObjectId,
    },
}

fn main() {}
