//! What the types of the standard library and of `bson` are stored as.
//!
//! Each entry was measured by serialising a value as the driver does.

mod bson;
mod containers;
pub(crate) mod helpers;
mod scalars;

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
