//! What may be given for `near(…)`.

use bson::{Document, doc};
use serde::Serialize;

use super::encode::{Encoded, Own, encode};

/// A place on the sphere, and how far from it is near. Source: $near.
#[derive(Debug, Clone)]
pub struct Near(Encoded<Document>);

impl Near {
    /// Near to a place: a GeoJSON point.
    pub fn to<P: Serialize + ?Sized>(point: &P) -> Self {
        Self(encode::<Own, P>(point).map(|point| doc! { "$geometry": point }))
    }

    /// At least this many metres away.
    #[must_use]
    pub fn at_least(self, metres: f64) -> Self {
        self.with("$minDistance", metres)
    }

    /// At most this many metres away.
    #[must_use]
    pub fn at_most(self, metres: f64) -> Self {
        self.with("$maxDistance", metres)
    }

    fn with(mut self, operator: &str, metres: f64) -> Self {
        if let Ok(operand) = &mut self.0 {
            operand.insert(operator, metres);
        }
        self
    }

    /// The operand of `$near`.
    pub(super) fn operand(self) -> Encoded<Document> {
        self.0
    }
}

/// A longitude and a latitude.
impl From<[f64; 2]> for Near {
    fn from(coordinates: [f64; 2]) -> Self {
        Self(Ok(doc! {
            "$geometry": { "type": "Point", "coordinates": coordinates.to_vec() },
        }))
    }
}
