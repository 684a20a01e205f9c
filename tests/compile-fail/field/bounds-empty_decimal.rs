//! Decimals that are at least 0.1 and at most 0.01.

use bson::Decimal128;
use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(minimum = "0.1", maximum = "0.01")]
    price: Decimal128,
}

fn main() {}
