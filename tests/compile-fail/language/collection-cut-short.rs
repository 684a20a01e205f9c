//! A value that is missing: the caret is at the end of the list.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name =)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
