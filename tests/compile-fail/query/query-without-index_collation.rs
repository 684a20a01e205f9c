//! An index that compares strings in another way than the query.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, name), collation(locale = "en", strength = 2))]
#[index(keys(tenant_id, age), collation(locale = "en", strength = 2))]
#[query(name = "of_name", eq(name))]
#[query(name = "of_age", eq(age))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    name: String,
    age: i32,
}

fn main() {}
