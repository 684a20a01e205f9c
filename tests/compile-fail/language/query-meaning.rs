//! Queries that cannot be meant.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[query(name = "empty")]
#[query(name = "only_fields", project(status))]
#[query(name = "tenant", eq(tenant_id, status))]
#[query(name = "both", eq(status), range(status))]
#[query(name = "sorted", sort(status, status = -1))]
#[query(name = "near_two", near(place, home))]
#[query(name = "sorted", eq(status))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: String,
    #[field(bson = "object")]
    place: Place,
    #[field(bson = "object")]
    home: Place,
}

#[derive(Serialize)]
struct Place;

fn main() {}
