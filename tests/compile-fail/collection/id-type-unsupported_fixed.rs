//! A fixed array as an `_id`.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    id: [i32; 2],
}

fn main() {}
