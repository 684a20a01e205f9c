use bson::oid::ObjectId;
use schema_core::Collection;
use schema_core::driver::TenantScope;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "countries", global = "the same for all")]
struct Country {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn of_a_tenant(scope: &TenantScope<ObjectId>) {
    scope.collection::<Country>();
}

fn main() {}
