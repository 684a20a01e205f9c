//! A given name that is another's default one.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(title = "text"))]
#[index(keys(title), name = "title_text")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    title: String,
}

fn main() {}
