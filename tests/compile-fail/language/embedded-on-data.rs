//! A variant with data.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
enum Shape {
    Point,
    Circle(f64),
}

fn main() {}
