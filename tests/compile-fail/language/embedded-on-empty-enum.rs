//! An enum without a variant.

use schema_core::Embedded;

#[derive(Embedded)]
enum Never {}

fn main() {}
