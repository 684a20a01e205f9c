//! Each option of the index that every collection has. (CASES 8)

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "descending", global = "an example")]
#[index(keys(id = -1))]
struct Descending {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Collection)]
#[collection(name = "hidden", global = "an example")]
#[index(keys(id), hidden, name = "hidden")]
struct Hidden {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Collection)]
#[collection(name = "partial", global = "an example")]
#[index(keys(id), partial = (open == true))]
struct Partial {
    #[serde(rename = "_id")]
    id: ObjectId,
    open: bool,
}

#[derive(Serialize, Collection)]
#[collection(name = "collated", global = "an example")]
#[index(keys(id), collation(locale = "en"))]
struct Collated {
    #[serde(rename = "_id")]
    id: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "minutes", global = "an example")]
#[index(keys(minute), expire_after = "1d")]
struct Minute {
    #[serde(rename = "_id")]
    minute: bson::DateTime,
}

#[derive(Serialize, Collection)]
#[collection(name = "sparse", global = "an example")]
#[index(keys(id), sparse)]
struct Sparse {
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<ObjectId>,
}

fn main() {}
