//! A coarsest level that is finer than the finest.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(
    keys(place = "2dsphere"),
    coarsest_indexed_level = 9,
    finest_indexed_level = 3
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    place: [f64; 2],
}

fn main() {}
