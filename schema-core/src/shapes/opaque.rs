//! A value of which only the BSON type is said, on the user's word.

use crate::{
    EmbeddedSchema,
    model::{Shape, Types},
};

/// Stands for a type inside another one where `items(bson = "…")` or `values(bson = "…")` says what
/// is stored. `BITS` is the set of BSON types.
pub struct Opaque<const BITS: u32>;

impl<const BITS: u32> EmbeddedSchema for Opaque<BITS> {
    const SHAPE: Shape = Shape::scalar(Types::from_bits(BITS));
    type Leaf = Self;
    type Fields = ();
}
