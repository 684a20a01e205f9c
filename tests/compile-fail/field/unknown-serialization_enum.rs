//! An enum that is written as a document.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
#[serde(tag = "kind")]
enum Status {
    Open,
    Done,
}

fn main() {}
