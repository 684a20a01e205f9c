//! In a map, a tuple, an `Option`, a pointer, and without zero. (CASES 32)

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "files", global = "an example")]
struct File {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_properties = 3, keys(pattern = "^[a-z]+$"))]
    sizes: HashMap<String, u64>,
    range: (u64, i64),
    size: Option<u64>,
    shared: Arc<u64>,
    blocks: NonZeroU64,
}

fn main() {}
