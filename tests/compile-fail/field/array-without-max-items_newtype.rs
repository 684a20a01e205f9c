//! An array inside a newtype.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Labels(Vec<String>);

fn main() {}
