//! Every option of the index that every collection has. (CASES 8)

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(id = -1))]
#[index(keys(id), sparse, name = "sparse")]
#[index(keys(id), hidden, name = "hidden")]
#[index(keys(id), partial = (open == true), name = "partial")]
#[index(keys(id), collation(locale = "en"), name = "collated")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    open: bool,
}

#[derive(Serialize, Collection)]
#[collection(name = "minutes", global = "an example")]
#[index(keys(minute), expire_after = "1d")]
struct Minute {
    #[serde(rename = "_id")]
    minute: bson::DateTime,
}

fn main() {}
