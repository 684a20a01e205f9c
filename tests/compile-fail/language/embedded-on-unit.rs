//! A struct that is stored as null.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Nothing;

fn main() {}
