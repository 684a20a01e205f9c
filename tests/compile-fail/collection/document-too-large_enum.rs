//! The largest variant of an enum.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "events", global = "an example", max_size = "1KiB")]
#[serde(tag = "kind")]
enum Event {
    Opened {
        #[serde(rename = "_id")]
        id: ObjectId,
    },
    Renamed {
        #[serde(rename = "_id")]
        id: ObjectId,
        #[field(max_length = 300)]
        name: String,
    },
}

fn main() {}
