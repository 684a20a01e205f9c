//! A query by text and by distance.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[query(name = "search", text(title), near(place))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    title: String,
    #[field(bson = "object")]
    place: Place,
}

#[derive(Serialize)]
struct Place;

fn main() {}
