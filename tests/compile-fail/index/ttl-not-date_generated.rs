//! A clustered collection that expires by a generated `_id`.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example", generated_id, clustered(expire_after = "30d"))]
struct Task {
    title: String,
}

fn main() {}
