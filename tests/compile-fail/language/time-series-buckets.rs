//! Spans of buckets that do not fit.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", time_series(time = at, bucket_max_span = "400d", bucket_rounding = "1h"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: DateTime,
}

fn main() {}
