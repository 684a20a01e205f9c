//! GeoJSON objects as the server's `2dsphere` indexes take them. Source: GeoJSON Objects.
//!
//! ```
//! use schema_core::{EmbeddedSchema, geo::{Point, Position}, render};
//!
//! let vienna = Point { coordinates: Position::new(16.37, 48.21).unwrap() };
//! let stored = bson::serialize_to_document(&vienna).unwrap();
//! assert_eq!(stored, bson::doc! { "type": "Point", "coordinates": [16.37, 48.21] });
//! assert!(!render::value(&Point::SHAPE).get_bool("additionalProperties").unwrap());
//! ```

use serde::{Deserialize, Serialize};

use crate::{
    Embedded, EmbeddedSchema,
    model::{
        Array, Doc, DocRef, FieldFlags, Form, Keyword, Marks, Newtype, Number, Placed, Shape, Types,
    },
    shapes::{document, hash},
};

/// A place on the earth: longitude from -180 to 180 and latitude from -90 to 90, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position([f64; 2]);

impl Position {
    /// The place at this longitude and latitude in degrees; none where one is out of its range.
    pub fn new(longitude: f64, latitude: f64) -> Option<Self> {
        let within = longitude.abs() <= 180.0 && latitude.abs() <= 90.0;
        within.then_some(Self([longitude, latitude]))
    }

    /// The longitude in degrees, positive in the east.
    pub fn longitude(&self) -> f64 {
        self.0[0]
    }

    /// The latitude in degrees, positive in the north.
    pub fn latitude(&self) -> f64 {
        self.0[1]
    }
}

/// A number of degrees, at most this many in either direction.
macro_rules! degrees {
    ($most:literal) => {
        Shape::newtype(&Newtype {
            inner: <f64 as EmbeddedSchema>::SHAPE,
            keywords: &[
                keyword(Keyword::Minimum(Number::Integer(-$most))),
                keyword(Keyword::Maximum(Number::Integer($most))),
            ],
            doc: None,
        })
    };
}

const fn keyword(keyword: Keyword) -> Placed {
    Placed {
        field: 0,
        depth: 0,
        keyword,
    }
}

impl EmbeddedSchema for Position {
    const SHAPE: Shape = Shape::tuple(&[degrees!(180), degrees!(90)]);
    type Leaf = Self;
    type Fields = ();
}

/// Several of a shape, in an array of a length within these bounds.
macro_rules! many {
    ($least:expr, $most:expr, $items:expr) => {
        Shape::newtype(&Newtype {
            inner: Shape::array(&Array {
                items: $items,
                length: None,
                unique: false,
            }),
            keywords: &[
                keyword(Keyword::MinItems($least)),
                keyword(Keyword::MaxItems($most)),
            ],
            doc: None,
        })
    };
}

const WRITTEN: u8 = FieldFlags::REQUIRED | FieldFlags::ALWAYS_WRITTEN;

const NAMES: [u64; 2] = [hash("type"), hash("coordinates")];

/// The document of a geometry: its name, and coordinates of this shape.
const fn geometry(name: &'static str, shapes: &'static [&'static Shape]) -> Doc {
    document(
        name,
        "type\0type\0coordinates\0coordinates\0",
        &NAMES,
        shapes,
        &[WRITTEN, WRITTEN],
    )
}

/// Defines the geometries: each a document of its name and its coordinates.
macro_rules! geometries {
    ($(
        $(#[$attribute:meta])*
        $name:ident [$($parameter:ident = $default:literal),*], $coordinates:ty, $pairs:literal, $shape:expr;
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "type")]
        pub struct $name<$(const $parameter: u32 = $default),*> {
            /// Where it is.
            pub coordinates: $coordinates,
        }

        impl<$(const $parameter: u32),*> EmbeddedSchema for $name<$($parameter),*> {
            const SHAPE: Shape = Shape::new(
                Types::OBJECT,
                Form::Document(DocRef::new(&geometry(
                    stringify!($name),
                    &[&Shape::enumeration($pairs), &$shape],
                ))),
            )
            .marked(Marks::GEO);
            type Leaf = Self;
            type Fields = ();
        }
    )*};
}

const POSITION: Shape = Position::SHAPE;

geometries! {
    /// A place.
    Point[], Position, "\0Point\0", POSITION;
    /// A line through at most `POINTS` places, and at least two.
    LineString[POINTS = 200], Vec<Position>, "\0LineString\0", many!(2, POINTS, POSITION);
    /// An area within the first of its at most `RINGS` rings, without those within the others. Each
    /// ring has at most `POINTS` places, of which the last is the first again.
    Polygon[RINGS = 1, POINTS = 200], Vec<Vec<Position>>, "\0Polygon\0",
        many!(1, RINGS, many!(4, POINTS, POSITION));
    /// At most `POINTS` places.
    MultiPoint[POINTS = 200], Vec<Position>, "\0MultiPoint\0", many!(1, POINTS, POSITION);
    /// At most `LINES` lines through at most `POINTS` places each.
    MultiLineString[LINES = 10, POINTS = 100], Vec<Vec<Position>>, "\0MultiLineString\0",
        many!(1, LINES, many!(2, POINTS, POSITION));
    /// At most `POLYGONS` areas.
    MultiPolygon[POLYGONS = 10, RINGS = 1, POINTS = 100], Vec<Vec<Vec<Position>>>,
        "\0MultiPolygon\0", many!(1, POLYGONS, many!(1, RINGS, many!(4, POINTS, POSITION)));
}

/// One of the geometries, as large as their defaults let them be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[allow(missing_docs)] // each is the type of its name
pub enum Geometry {
    Point {
        coordinates: Position,
    },
    LineString {
        coordinates: Vec<Position>,
    },
    Polygon {
        coordinates: Vec<Vec<Position>>,
    },
    MultiPoint {
        coordinates: Vec<Position>,
    },
    MultiLineString {
        coordinates: Vec<Vec<Position>>,
    },
    MultiPolygon {
        coordinates: Vec<Vec<Vec<Position>>>,
    },
}

/// What a [`Geometry`] is stored as: the branches of its variants.
#[derive(Serialize, Embedded)]
#[serde(untagged)]
#[embedded(crate = crate)]
#[allow(dead_code)] // its shape alone is used
enum Branches {
    Point(Point),
    LineString(LineString),
    Polygon(Polygon),
    MultiPoint(MultiPoint),
    MultiLineString(MultiLineString),
    MultiPolygon(MultiPolygon),
}

impl EmbeddedSchema for Geometry {
    const SHAPE: Shape = Branches::SHAPE.marked(Marks::GEO);
    type Leaf = Self;
    type Fields = ();
}

/// At most `GEOMETRIES` geometries of any kinds. It holds no other collection, which the server would
/// refuse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub struct GeometryCollection<const GEOMETRIES: u32 = 10> {
    /// What it is made of; at least one.
    pub geometries: Vec<Geometry>,
}

impl<const GEOMETRIES: u32> EmbeddedSchema for GeometryCollection<GEOMETRIES> {
    const SHAPE: Shape = Shape::new(
        Types::OBJECT,
        Form::Document(DocRef::new(&document(
            "GeometryCollection",
            "type\0type\0geometries\0geometries\0",
            &[hash("type"), hash("geometries")],
            &[
                &Shape::enumeration("\0GeometryCollection\0"),
                &many!(1, GEOMETRIES, Geometry::SHAPE),
            ],
            &[WRITTEN, WRITTEN],
        ))),
    )
    .marked(Marks::GEO);
    type Leaf = Self;
    type Fields = ();
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::{Geometry, GeometryCollection, LineString, Point, Position};
    use crate::{EmbeddedSchema, model::Marks, render};

    #[test]
    fn a_position_is_on_the_earth() {
        assert!(Position::new(-180.0, 90.0).is_some());
        assert!(Position::new(0.0, 90.5).is_none());
        assert!(Position::new(f64::NAN, 0.0).is_none());
    }

    #[test]
    fn a_line_is_rendered_with_its_bounds() {
        let degrees = |most: i32| {
            doc! { "bsonType": ["double", "int", "long"], "minimum": -most, "maximum": most }
        };
        let position = doc! {
            "bsonType": "array", "items": [degrees(180), degrees(90)], "minItems": 2, "maxItems": 2,
        };
        let expected = doc! {
            "bsonType": "object",
            "required": ["type", "coordinates"],
            "properties": {
                "type": { "bsonType": "string", "enum": ["LineString"] },
                "coordinates": { "bsonType": "array", "items": position, "minItems": 2, "maxItems": 50 },
            },
            "additionalProperties": false,
        };
        assert_eq!(render::value(&LineString::<50>::SHAPE), expected);
    }

    #[test]
    fn a_geometry_is_read_as_what_it_was_written_as() {
        let coordinates = vec![
            Position::new(1.0, 2.0).unwrap(),
            Position::new(3.0, 4.0).unwrap(),
        ];
        let geometry = Geometry::MultiPoint { coordinates };
        let stored = bson::serialize_to_document(&geometry).unwrap();
        assert_eq!(stored.get_str("type").unwrap(), "MultiPoint");
        assert_eq!(
            bson::deserialize_from_document::<Geometry>(stored).unwrap(),
            geometry
        );
        let branches = render::value(&Geometry::SHAPE);
        assert_eq!(branches.get_array("anyOf").unwrap().len(), 6);
    }

    #[test]
    fn a_collection_holds_geometries_of_any_kind_and_no_other_collection() {
        let geometries = vec![
            Geometry::Point {
                coordinates: Position::new(1.0, 2.0).unwrap(),
            },
            Geometry::MultiPoint {
                coordinates: vec![Position::new(3.0, 4.0).unwrap()],
            },
        ];
        let collection = GeometryCollection::<2> { geometries };
        let stored = bson::serialize_to_document(&collection).unwrap();
        assert_eq!(
            stored,
            doc! {
                "type": "GeometryCollection",
                "geometries": [
                    { "type": "Point", "coordinates": [1.0, 2.0] },
                    { "type": "MultiPoint", "coordinates": [[3.0, 4.0]] },
                ],
            }
        );
        let schema = render::value(&GeometryCollection::<2>::SHAPE);
        let properties = schema.get_document("properties").unwrap();
        let list = properties.get_document("geometries").unwrap();
        let bounds = ["minItems", "maxItems"].map(|bound| list.get_i32(bound).unwrap());
        assert_eq!(bounds, [1, 2]);
        let items = list.get_document("items").unwrap();
        assert_eq!(items, &render::value(&Geometry::SHAPE));
    }

    #[test]
    fn geometries_are_marked() {
        assert!(Geometry::SHAPE.marks.intersects(Marks::GEO));
        assert!(Point::SHAPE.marks.intersects(Marks::GEO));
        assert!(<GeometryCollection>::SHAPE.marks.intersects(Marks::GEO));
        assert!(Option::<Point>::SHAPE.marks.intersects(Marks::GEO));
    }
}
