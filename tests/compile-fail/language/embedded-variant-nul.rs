//! A variant whose stored name has a NUL.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
enum Status {
    #[serde(rename = "a\0b")]
    Open,
}

fn main() {}
