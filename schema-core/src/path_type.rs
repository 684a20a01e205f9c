//! The Rust type of the field at the end of a path, named without seeing the struct that has it.
//!
//! A derive knows the tokens of its own struct alone. It names the type at `assignee.id` as
//! `FieldAt<Person, CHUNK, OFFSET>`, where the two numbers are computed from the path's hash by
//! [`chunk`] and [`offset`]; [`EmbeddedSchema::Fields`] holds a struct's field types as sixteen
//! tuples of sixteen.

use crate::{
    model::{Doc, Form, Shape},
    schema::EmbeddedSchema,
};

/// The type of a field that does not exist. The rule about the path is what reports it.
pub struct Unknown;

/// The field count of one tuple, and the position that stands for no field.
const CHUNK: usize = 16;

/// The item at a position of a tuple of sixteen.
pub trait At<const POSITION: usize> {
    /// The item.
    type Item;
}

/// The type of the field at this chunk and offset of what `T` holds.
pub type FieldAt<T, const CHUNK: usize, const OFFSET: usize> =
    <<<T as EmbeddedSchema>::Fields as At<CHUNK>>::Item as At<OFFSET>>::Item;

/// The chunk of the field whose Rust name has this hash.
pub const fn chunk(shape: &Shape, hash: u64) -> usize {
    match position(shape, hash) {
        Some(position) if position < CHUNK * CHUNK => position / CHUNK,
        _ => CHUNK,
    }
}

/// The offset within its chunk of the field whose Rust name has this hash.
pub const fn offset(shape: &Shape, hash: u64) -> usize {
    match position(shape, hash) {
        Some(position) => position % CHUNK,
        None => CHUNK,
    }
}

const fn position(shape: &Shape, hash: u64) -> Option<usize> {
    match document(shape) {
        Some(doc) => doc.position(hash),
        None => None,
    }
}

/// The document whose fields a path finds behind it.
const fn document(shape: &Shape) -> Option<&'static Doc> {
    let mut shape = *shape;
    loop {
        shape = match shape.form {
            Form::Document(doc) => return Some(doc.get()),
            Form::Array(array) => array.items,
            Form::Newtype(newtype) => newtype.inner,
            _ => return None,
        };
    }
}

/// The chunk of the field that is stored as `_id`.
#[cfg(feature = "driver")]
pub const fn id_chunk(shape: &Shape) -> usize {
    match id_position(shape) {
        Some(position) if position < CHUNK * CHUNK => position / CHUNK,
        _ => CHUNK,
    }
}

/// The offset within its chunk of the field that is stored as `_id`.
#[cfg(feature = "driver")]
pub const fn id_offset(shape: &Shape) -> usize {
    match id_position(shape) {
        Some(position) => position % CHUNK,
        None => CHUNK,
    }
}

#[cfg(feature = "driver")]
const fn id_position(shape: &Shape) -> Option<usize> {
    match document(shape) {
        Some(doc) => doc.stored_position(b"_id"),
        None => None,
    }
}

/// Implements `At` for each position of a tuple of sixteen, and for the one beyond.
macro_rules! at {
    ($($position:literal $item:ident),*) => {
        at!(@each ($($item)*) $($position $item)*);
        impl<$($item),*> At<16> for ($($item,)*) {
            type Item = Unknown;
        }
    };
    (@each $all:tt $($position:literal $item:ident)*) => {
        $(at!(@one $position $item $all);)*
    };
    (@one $position:literal $item:ident ($($all:ident)*)) => {
        impl<$($all),*> At<$position> for ($($all,)*) {
            type Item = $item;
        }
    };
}
at!(0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L, 12 M, 13 N, 14 O, 15 P);

// What lies beyond the known, or inside a type that has no fields, is unknown at every offset.
impl<const OFFSET: usize> At<OFFSET> for Unknown {
    type Item = Self;
}
impl<const POSITION: usize> At<POSITION> for () {
    type Item = Unknown;
}
