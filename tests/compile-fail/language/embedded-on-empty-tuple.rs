//! A struct that is stored as an empty array.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Nothing();

fn main() {}
