//! A TTL on an identifier, which holds a time that nobody looks at.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "jobs", global = "an example")]
#[index(keys(project_id), expire_after = "1d")]
struct Job {
    #[serde(rename = "_id")]
    id: ObjectId,
    project_id: ObjectId,
}

fn main() {}
