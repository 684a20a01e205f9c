//! A filter that the oldest server lacks.

use bson::oid::ObjectId;
use schema_core::{Collection, Database};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(state), partial = (state == 1 && (done == true || one_of(kind, [1, 2]))))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    state: i32,
    done: bool,
    kind: i32,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task), server = "5.0")]
struct Tracker;

fn main() {}
