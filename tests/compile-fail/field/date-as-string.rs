//! A date of chrono, which is written as a string.

use bson::oid::ObjectId;
use chrono::{DateTime, Utc};
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    due: DateTime<Utc>,
}

fn main() {}
