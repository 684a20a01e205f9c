//! What the types of the standard library, of `bson` and of other crates are stored as.
//!
//! Each entry was measured by serialising a value as the driver does: `tests/measured.rs`.

mod bson;
mod containers;
mod foreign;
mod helpers;
mod opaque;
mod scalars;
#[cfg(feature = "serde_with")]
mod serde_with;
mod structures;

pub use helpers::StoredBy;
pub use opaque::Opaque;
#[cfg(feature = "geojson")]
pub(crate) use structures::document;
#[cfg(feature = "geojson")]
pub(crate) use structures::hash;

/// Implements `EmbeddedSchema` for types that hold no field.
macro_rules! leaf {
    ($($type:ty => $shape:expr;)*) => {$(
        impl crate::EmbeddedSchema for $type {
            const SHAPE: crate::model::Shape = $shape;
            type Leaf = Self;
            type Fields = ();
        }
    )*};
}
use leaf;
