//! The document of a collection that is a newtype.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Resource {
    #[serde(rename = "_id")]
    id: ObjectId,
    name: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "servers", global = "an example", max_size = "8KiB")]
struct Servers(Resource);

fn main() {}
