//! A tenant key that is an `Option` behind an alias.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type TenantId = Option<ObjectId>;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: TenantId,
}

fn main() {}
