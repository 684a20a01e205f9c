//! A struct that is stored by position.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Point(f64, f64);

fn main() {}
