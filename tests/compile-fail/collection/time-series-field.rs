//! A time that is not in every document.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", time_series(time = at))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: Option<DateTime>,
}

fn main() {}
