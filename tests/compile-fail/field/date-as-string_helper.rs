//! A date that a helper writes as a string.

use bson::DateTime;
use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(with = "bson::serde_helpers::datetime::AsRfc3339String")]
    due: DateTime,
}

fn main() {}
