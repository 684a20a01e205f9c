//! A type that contains itself.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Folder {
    #[field(max_items = 10)]
    folders: Vec<Folder>,
}

fn main() {}
