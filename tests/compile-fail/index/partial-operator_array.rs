//! Not empty, which no filter can say.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "posts", global = "an example")]
#[index(keys(kind), partial = (tags != []))]
struct Post {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: String,
    #[field(max_items = 10)]
    tags: Vec<String>,
}

fn main() {}
