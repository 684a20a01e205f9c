//! The same behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Text = String;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    start_date: Text,
}

fn main() {}
