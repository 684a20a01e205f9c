//! An array beside one inside a document.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, labels, owner.mails))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5)]
    labels: Vec<String>,
    owner: Person,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    #[field(max_items = 5)]
    mails: Vec<String>,
}

fn main() {}
