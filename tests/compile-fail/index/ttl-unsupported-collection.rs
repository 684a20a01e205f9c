//! A time series whose measurements are to expire by an index.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", time_series(time = at))]
#[index(keys(at), expire_after = "1d")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
}

fn main() {}
