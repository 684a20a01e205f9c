//! Every fault that only the compiler can find, in one run and in the order of the source.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

type Labels = Vec<String>;
type Seconds = i64;
type TenantId = Option<ObjectId>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, person.nmae))]
#[index(keys(at), expire_after = "1d")]
#[index(keys(tenant_id, person.name), unique)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: TenantId,
    labels: Labels,
    #[field(max_length = 5)]
    at: Seconds,
    person: Option<Person>,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    email: String,
}

fn main() {}
