//! A write that nobody acknowledges waits for the journal.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", write_concern(w = 0, journal))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
