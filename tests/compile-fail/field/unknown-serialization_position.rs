//! A value of a tuple struct that is left out, so that those behind it move.

use schema_core::Embedded;
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Reading(
    #[serde(skip_serializing_if = "Option::is_none")] Option<i64>,
    f64,
);

fn main() {}
