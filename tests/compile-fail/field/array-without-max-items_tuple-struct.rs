//! An array inside a tuple struct.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Reading(i64, #[field(items(max_length = 10))] Vec<String>);

fn main() {}
