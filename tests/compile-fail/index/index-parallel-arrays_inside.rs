//! Two arrays in the items of a third.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, people.mails, people.phones))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_items = 5)]
    people: Vec<Person>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    #[field(max_items = 5)]
    mails: Vec<String>,
    #[field(max_items = 5)]
    phones: Vec<String>,
}

fn main() {}
