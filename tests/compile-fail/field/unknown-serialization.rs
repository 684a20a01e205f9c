//! A field that is written by a module of which nothing is known.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(with = "my_dates")]
    due_at: bson::DateTime,
}

mod my_dates {
    pub fn serialize<S: serde::Serializer>(
        at: &bson::DateTime,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(at.timestamp_millis())
    }
}

fn main() {}
