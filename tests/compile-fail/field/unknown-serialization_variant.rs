//! A variant that is not written by its name.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
enum Status {
    Open,
    #[serde(untagged)]
    Other,
}

fn main() {}
