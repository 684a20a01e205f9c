//! Bounds of other types that together admit more than the server stores.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Attachment {
    #[field(max_length = 5_000_000)]
    content: String,
}

#[derive(Serialize, Embedded)]
struct Attachments {
    second: Attachment,
    third: Option<Attachment>,
    fourth: Attachment,
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    first: Attachment,
    others: Attachments,
}

fn main() {}
