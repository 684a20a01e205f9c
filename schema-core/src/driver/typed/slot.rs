//! What is known of a field of an embedded type: an item of `EmbeddedSchema::Fields`.

use std::marker::PhantomData;

use bson::Bson;

use super::{
    encode::Own,
    operand::{Anything, By, ValueOf},
};
use crate::{path_type::Unknown, schema::EmbeddedSchema, shapes::Opaque};

/// A field of type `T` that the helper `H` writes in place of the type itself.
pub struct With<T, H>(PhantomData<(T, H)>);

/// A field of an embedded type.
pub trait Slot {
    /// Its type; where other crates cannot name that, what is stored.
    type Value;
    /// What writes it.
    type Helper;
    /// How values are given for it.
    type Given;
    /// Where a path through it leads on.
    type Inside: EmbeddedSchema;
}

impl<T: EmbeddedSchema> Slot for T {
    type Value = T;
    type Helper = Own;
    type Given = ValueOf<T::Leaf>;
    type Inside = T;
}

impl<T, H> Slot for With<T, H> {
    type Value = T;
    type Helper = H;
    type Given = By<H, T>;
    type Inside = Opaque<0>;
}

impl Slot for Unknown {
    type Value = Bson;
    type Helper = Own;
    type Given = Anything;
    type Inside = Opaque<0>;
}
