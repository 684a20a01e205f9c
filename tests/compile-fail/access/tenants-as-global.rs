use bson::oid::ObjectId;
use schema_core::Collection;
use schema_core::driver::TenantScope;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", tenant = tenant_id)]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

fn of_all(scope: &TenantScope<ObjectId>) {
    scope.global::<Note>();
}

fn main() {}
