//! An array as an `_id`.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    #[field(max_items = 2)]
    id: Vec<String>,
}

fn main() {}
