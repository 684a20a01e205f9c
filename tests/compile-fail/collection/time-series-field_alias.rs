//! A time that is not a date, by another name.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", time_series(time = at))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: Time,
}

type Time = Option<bson::DateTime>;

fn main() {}
