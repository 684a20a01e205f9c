//! A union.

use schema_core::Embedded;

#[derive(Embedded)]
union Either {
    left: u32,
    right: f32,
}

fn main() {}
