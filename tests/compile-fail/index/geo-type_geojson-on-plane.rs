//! A GeoJSON object is no point on a plane.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(place = "2d"))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    place: Point,
}

#[derive(Serialize, Embedded)]
struct Point {
    r#type: String,
    coordinates: [f64; 2],
}

fn main() {}
