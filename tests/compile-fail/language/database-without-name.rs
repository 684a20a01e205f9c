//! A database without a name or collections.

use schema_core::Database;

#[derive(Database)]
struct Tracker;

fn main() {}
