//! Two types that contain each other.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Folder {
    file: Option<File>,
}

#[derive(Serialize, Embedded)]
struct File {
    folder: Box<Folder>,
}

fn main() {}
