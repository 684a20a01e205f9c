//! Options with values that the server does not admit.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    global = "an example",
    capped(size = "2097152GiB", max = 0),
    write_concern()
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: String,
}

fn main() {}
