//! A regular expression as an `_id`.

use bson::Regex as Pattern;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    #[serde(rename = "_id")]
    #[field(bson = "regex")]
    id: Pattern,
}

fn main() {}
