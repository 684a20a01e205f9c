//! Places on the earth. Source: GeoJSON Objects.

use bson::{Bson, Document, doc};

use super::draw::Draws;
use super::node::Node;

/// The geometries whose coordinates have to fit each other.
const GEOMETRIES: [&str; 6] = [
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
];

/// Which geometry the documents of this schema are, where they are one.
pub(super) fn geometry(node: &Node) -> Option<&'static str> {
    let of = |name: &str| {
        let mut properties = node.object.properties.iter();
        properties.find(|property| property.name == name)
    };
    of("coordinates")?;
    let [Bson::String(name)] = &of("type")?.node.values[..] else {
        return None;
    };
    GEOMETRIES.into_iter().find(|known| known == name)
}

/// A geometry of this schema.
pub(super) fn document(geometry: &str, node: &Node, draws: &mut Draws) -> Document {
    let coordinates = node
        .object
        .properties
        .iter()
        .find(|property| property.name == "coordinates");
    let least = coordinates.map_or(0, |property| property.node.array.least);
    let count = least.max(2);
    let center = position(draws);
    let coordinates = match geometry {
        "Point" => pair(center),
        "MultiPoint" | "LineString" => line(center, count),
        "Polygon" => vec![ring(center)].into(),
        "MultiLineString" => many(count, |at| line(shifted(center, at), 2)),
        "MultiPolygon" => many(least.max(1), |at| vec![ring(shifted(center, at))].into()),
        _ => Bson::Null,
    };
    doc! { "type": geometry, "coordinates": coordinates }
}

/// A point.
pub(super) fn point(draws: &mut Draws) -> Document {
    doc! { "type": "Point", "coordinates": pair(position(draws)) }
}

/// A longitude and a latitude.
pub(super) fn legacy(draws: &mut Draws) -> Bson {
    pair(position(draws))
}

/// Somewhere between the polar circles, in degrees with five places, which are a metre.
fn position(draws: &mut Draws) -> (f64, f64) {
    let degrees = |share: f64, most: f64| ((share * 2.0 - 1.0) * most * 1e5).round() / 1e5;
    (degrees(draws.share(), 170.0), degrees(draws.share(), 65.0))
}

fn shifted((longitude, latitude): (f64, f64), at: u64) -> (f64, f64) {
    (longitude + at as f64 * 0.02, latitude)
}

fn pair((longitude, latitude): (f64, f64)) -> Bson {
    vec![Bson::Double(longitude), Bson::Double(latitude)].into()
}

fn line(from: (f64, f64), count: u64) -> Bson {
    many(count, |at| pair(shifted(from, at)))
}

/// A square of a kilometre or two, counter-clockwise, that ends where it starts.
fn ring((longitude, latitude): (f64, f64)) -> Bson {
    let corners = [
        (0.0, 0.0),
        (0.01, 0.0),
        (0.01, 0.01),
        (0.0, 0.01),
        (0.0, 0.0),
    ];
    let corners = corners.map(|(x, y)| pair((longitude + x, latitude + y)));
    corners.to_vec().into()
}

fn many(count: u64, one: impl Fn(u64) -> Bson) -> Bson {
    (0..count).map(one).collect::<Vec<_>>().into()
}
