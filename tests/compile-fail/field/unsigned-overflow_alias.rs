//! The same behind an alias, inside the items of a tuple.

use std::num::NonZeroU64;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

type Sizes = (NonZeroU64, bool);

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    sizes: Sizes,
}

fn main() {}
