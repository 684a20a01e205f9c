//! Both sparse and partial.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(mail), sparse, partial = (priority > 3))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<String>,
    priority: i32,
}

fn main() {}
