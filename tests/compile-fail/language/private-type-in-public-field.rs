//! A public field of a private type, which the compiler would only warn about: a query in another
//! crate may name it.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
pub struct Person {
    pub name: Name,
}

#[derive(Serialize, Embedded)]
struct Name(String);

fn main() {}
