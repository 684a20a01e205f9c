//! A time to live beyond what the server counts.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", clustered(expire_after = "9223372036854776s"))]
struct Task {
    #[serde(rename = "_id")]
    id: bson::DateTime,
}

fn main() {}
