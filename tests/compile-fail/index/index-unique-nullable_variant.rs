//! A field that not every variant has. (CASES 21)

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "accounts", global = "an example")]
#[index(keys(email), unique)]
enum Account {
    Person {
        #[serde(rename = "_id")]
        id: ObjectId,
        email: String,
    },
    Robot {
        #[serde(rename = "_id")]
        id: ObjectId,
    },
}

fn main() {}
