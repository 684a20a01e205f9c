//! An index that an array keeps from sorting.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, labels, position))]
#[index(keys(tenant_id, people.name, people.age))]
#[query(name = "labelled", eq(labels), sort(position))]
#[query(name = "by_label", sort(labels))]
#[query(name = "both", eq(people.name, people.age))]
#[query(name = "named", eq(people.name))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    position: i64,
    #[field(max_items = 9, items(max_length = 9))]
    labels: Vec<String>,
    #[field(max_items = 9)]
    people: Vec<Person>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    age: i32,
}

fn main() {}
