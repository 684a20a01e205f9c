//! Types of the standard library that serde writes as documents with known fields.

use std::{
    collections::{BTreeMap, HashMap},
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo},
};

use crate::{
    EmbeddedSchema,
    model::{
        Doc, DocRef, FieldFlags, Form, Keyword, Map, Newtype, Placed, Shape, Types, names_in,
        stored_bytes,
    },
};

/// Every field of it is always written.
const WRITTEN: u8 = FieldFlags::REQUIRED | FieldFlags::ALWAYS_WRITTEN;

/// Each field is of a type that may be any.
const OPEN: &[(u16, u32)] = &[(0, 1), (1, 1)];

/// A document of a foreign type. Its fields go by the names that are stored.
pub(crate) const fn document(
    name: &'static str,
    names: &'static str,
    hashes: &'static [u64],
    shapes: &'static [&'static Shape],
    flags: &'static [u8],
) -> Doc {
    Doc {
        name,
        // No such type contains itself.
        identity: hash(name),
        names,
        known: 16 + names.len() as u64 + 28 * shapes.len() as u64,
        open: OPEN.split_at(shapes.len()).0,
        overhead: stored_bytes(names).0 as u32 + names_in(names),
        hashes,
        shapes,
        flags,
        keywords: &[],
        allows: &[],
        additional_properties: false,
        description: "",
        generic: false,
    }
}

/// The hash by which the model finds a field: FNV-1a of 64 bits over its Rust name, as the derive
/// macros compute it.
pub(crate) const fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

pub(super) static DURATION: Doc = document(
    "Duration",
    "secs\0secs\0nanos\0nanos\0",
    &[hash("secs"), hash("nanos")],
    &[
        &Shape::integer(0, i64::MAX),
        &Shape::integer(0, 999_999_999),
    ],
    &[WRITTEN, WRITTEN],
);

pub(super) static SYSTEM_TIME: Doc = document(
    "SystemTime",
    "secs_since_epoch\0secs_since_epoch\0nanos_since_epoch\0nanos_since_epoch\0",
    &[hash("secs_since_epoch"), hash("nanos_since_epoch")],
    &[
        &Shape::integer(0, i64::MAX),
        &Shape::integer(0, 999_999_999),
    ],
    &[WRITTEN, WRITTEN],
);

/// Implements `EmbeddedSchema` for a generic document. What is not understood inside makes it
/// opaque: the parameter has its own fault.
macro_rules! documents {
    ($($type:ident<$($parameter:ident),*>, $names:literal, [$($field:literal: $shape:ty),*], $flags:expr, $keywords:expr;)*) => {$(
        impl<$($parameter: EmbeddedSchema),*> EmbeddedSchema for $type<$($parameter),*> {
            const SHAPE: Shape = Shape::newtype(&Newtype {
                inner: Shape::new(Types::OBJECT, Form::Document(DocRef::new(&document(
                    stringify!($type),
                    $names,
                    &[$(hash($field)),*],
                    &[$(<$shape>::STORED),*],
                    $flags,
                )))),
                keywords: $keywords,
                doc: None,
            });
            type Leaf = Self;
            type Fields = ();
        }
    )*};
}

/// That one of the fields alone is there.
const ONE: &[Placed] = &[
    Placed {
        field: 0,
        depth: 0,
        keyword: Keyword::MinProperties(1),
    },
    Placed {
        field: 0,
        depth: 0,
        keyword: Keyword::MaxProperties(1),
    },
];

documents! {
    Range<T>, "start\0start\0end\0end\0", ["start": T, "end": T], &[WRITTEN, WRITTEN], &[];
    RangeInclusive<T>, "start\0start\0end\0end\0", ["start": T, "end": T], &[WRITTEN, WRITTEN], &[];
    RangeFrom<T>, "start\0start\0", ["start": T], &[WRITTEN], &[];
    RangeTo<T>, "end\0end\0", ["end": T], &[WRITTEN], &[];
    Result<T, E>, "Ok\0Ok\0Err\0Err\0", ["Ok": T, "Err": E], &[0, 0], ONE;
}

impl<T: EmbeddedSchema> EmbeddedSchema for Bound<T> {
    const SHAPE: Shape = {
        let shape = Shape::newtype(&Newtype {
            inner: Shape::new(
                Types::OBJECT,
                Form::Document(DocRef::new(&document(
                    "Bound",
                    "Included\0Included\0Excluded\0Excluded\0",
                    &[hash("Included"), hash("Excluded")],
                    &[T::STORED, T::STORED],
                    &[0, 0],
                ))),
            ),
            keywords: ONE,
            doc: None,
        });
        // `Unbounded` is a string.
        Shape {
            types: Types::OBJECT.or(Types::STRING),
            ..shape
        }
    };
    type Leaf = Self;
    type Fields = ();
}

/// Implements `EmbeddedSchema` for what serde writes as a document whose names are data.
macro_rules! maps {
    ($([$($parameter:tt)*] $type:ty;)*) => {$(
        impl<$($parameter)*> EmbeddedSchema for $type {
            const SHAPE: Shape = Shape::map(&Map { keys: K::SHAPE, values: V::SHAPE });
            type Leaf = Self;
            type Fields = ();
        }
    )*};
}

maps! {
    [K: EmbeddedSchema, V: EmbeddedSchema] BTreeMap<K, V>;
    [K: EmbeddedSchema, V: EmbeddedSchema, S] HashMap<K, V, S>;
}

#[cfg(feature = "indexmap")]
maps! {
    [K: EmbeddedSchema, V: EmbeddedSchema, S] indexmap::IndexMap<K, V, S>;
}
