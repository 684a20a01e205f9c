//! A number is compared with a variant.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, title), partial = one_of(position, [Status::Open, Status::Done]))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    position: i64,
}

#[derive(Serialize, Embedded)]
enum Status {
    Open,
    Done,
}

#[derive(Serialize, Embedded)]
enum Priority {
    High,
    Low,
}

fn main() {}
