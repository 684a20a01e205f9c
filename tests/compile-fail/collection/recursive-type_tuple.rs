//! A tuple struct and a newtype that contain themselves.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Tree(i64, #[field(max_items = 2)] Vec<Tree>);

#[derive(Serialize, Embedded)]
struct List(#[field(max_items = 2)] Vec<Self>);

fn main() {}
