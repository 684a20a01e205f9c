//! A collection on an enum.

use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
enum Task {
    Open,
}

fn main() {}
