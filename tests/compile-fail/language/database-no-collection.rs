//! A list with what is no collection.

use schema_core::Database;

struct Person;

#[derive(Database)]
#[database(name = "tracker", collections(Person))]
struct Tracker;

fn main() {}
