//! The same of fields whose types the struct does not show.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, allow(query_without_index = "an example"))]
#[query(name = "old", filter = (owner.age >= "30"))]
#[query(name = "open", filter = one_of(state, [Level::High]))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Owner,
    state: State,
}

#[derive(Serialize, Embedded)]
struct Owner {
    age: i32,
}

#[derive(Serialize, Embedded)]
#[allow(dead_code)]
enum State {
    Open,
    Done,
}

#[derive(Serialize, Embedded)]
#[allow(dead_code)]
enum Level {
    High,
    Low,
}

fn main() {}
