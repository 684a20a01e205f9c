//! Places on the earth.

use proptest::prelude::*;
use schema_core::{
    Collection,
    geo::{Geometry, GeometryCollection, LineString, MultiPoint, Point, Polygon, Position},
};
use serde::Serialize;

use crate::drawn::drawn;

hold! {
    geometries: Place;
}

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "places", global = "a test")]
struct Place {
    #[serde(rename = "_id")]
    id: i32,
    at: Point,
    way: LineString<4>,
    area: Option<Polygon<2, 5>>,
    stops: MultiPoint<3>,
    any: Geometry,
    all: GeometryCollection<3>,
}

fn position() -> impl Strategy<Value = Position> + Clone {
    let degrees = (-180.0..=180.0, -90.0..=90.0);
    degrees.prop_map(|(longitude, latitude)| Position::new(longitude, latitude).unwrap())
}

fn positions(least: usize, most: usize) -> impl Strategy<Value = Vec<Position>> + Clone {
    prop::collection::vec(position(), least..=most)
}

fn geometry() -> impl Strategy<Value = Geometry> {
    prop_oneof![
        position().prop_map(|coordinates| Geometry::Point { coordinates }),
        positions(2, 4).prop_map(|coordinates| Geometry::LineString { coordinates }),
        positions(1, 3).prop_map(|coordinates| Geometry::MultiPoint { coordinates }),
        prop::collection::vec(positions(2, 3), 1..=2)
            .prop_map(|coordinates| Geometry::MultiLineString { coordinates }),
    ]
}

drawn!(Place {
    id: any::<i32>(),
    at: position().prop_map(|coordinates| Point { coordinates }),
    way: positions(2, 4).prop_map(|coordinates| LineString { coordinates }),
    area: prop::option::of(
        prop::collection::vec(positions(4, 5), 1..=2)
            .prop_map(|coordinates| Polygon { coordinates })
    ),
    stops: positions(1, 3).prop_map(|coordinates| MultiPoint { coordinates }),
    any: geometry(),
    all: prop::collection::vec(geometry(), 1..=3)
        .prop_map(|geometries| GeometryCollection { geometries }),
});
