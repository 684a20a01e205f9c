//! The helpers of `serde_with`. Source: its documentation, and `ser/impls.rs`.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

use serde_with::{
    As, BoolFromInt, BorrowCow, Bytes, BytesOrString, DefaultOnError, DefaultOnNull,
    DisplayFromStr, FromInto, FromIntoRef, IfIsHumanReadable, NoneAsEmptyString, OneOrMany,
    PickFirst, Same, StringWithSeparator, TryFromInto, TryFromIntoRef, formats,
};

use super::StoredBy;
use crate::{
    EmbeddedSchema,
    model::{Array, Map, Marks, Shape, Types},
};

/// An array of items that helpers store.
macro_rules! array {
    ($items:expr, $length:expr, $unique:literal) => {
        Shape::array(&Array {
            items: $items,
            length: $length,
            unique: $unique,
        })
    };
}

/// Implements `StoredBy` for helpers with parameters.
macro_rules! generic {
    ($([$($parameter:tt)*] $helper:ty, $stored:ty => $shape:expr;)*) => {$(
        impl<$($parameter)*> StoredBy<$stored> for $helper {
            const SHAPE: Shape = $shape;
        }
    )*};
}

generic! {
    [T: EmbeddedSchema + ?Sized] Same, T => T::SHAPE;
    [T, H: StoredBy<T>] As<H>, T => H::SHAPE;
    [T, H: StoredBy<T>] DefaultOnError<H>, T => H::SHAPE;
    [T, H: StoredBy<T>] DefaultOnNull<H>, T => H::SHAPE;
    [T: ?Sized] DisplayFromStr, T => Shape::scalar(Types::STRING);
    [T] NoneAsEmptyString, Option<T> => Shape::scalar(Types::STRING);
    [T, Separator, Item] StringWithSeparator<Separator, Item>, T => Shape::scalar(Types::STRING);
    [T, U: EmbeddedSchema] FromInto<U>, T => U::SHAPE;
    [T, U: EmbeddedSchema] FromIntoRef<U>, T => U::SHAPE;
    [T, U: EmbeddedSchema] TryFromInto<U>, T => U::SHAPE;
    [T, U: EmbeddedSchema] TryFromIntoRef<U>, T => U::SHAPE;
    [T, A: StoredBy<T>] PickFirst<(A,)>, T => A::SHAPE;
    [T, A: StoredBy<T>, B] PickFirst<(A, B)>, T => A::SHAPE;
    [T, A: StoredBy<T>, B, C] PickFirst<(A, B, C)>, T => A::SHAPE;
    [T, A: StoredBy<T>, B, C, D] PickFirst<(A, B, C, D)>, T => A::SHAPE;
    [Strictness: formats::Strictness] BoolFromInt<Strictness>, bool => Shape::integer(0, 1);
    [] BytesOrString, Vec<u8> => Vec::<u8>::SHAPE;
    // The writers differ in whether they are human-readable.
    [T, H: StoredBy<T>, F: StoredBy<T>] IfIsHumanReadable<H, F>, T =>
        F::SHAPE.marked(Marks::WRITER_DEPENDENT);

    [] Bytes, [u8] => Shape::scalar(Types::BIN_DATA);
    [] Bytes, &[u8] => Shape::scalar(Types::BIN_DATA);
    [] Bytes, Vec<u8> => Shape::scalar(Types::BIN_DATA);
    [] Bytes, Box<[u8]> => Shape::scalar(Types::BIN_DATA);
    [] Bytes, Cow<'_, [u8]> => Shape::scalar(Types::BIN_DATA);
    [const N: usize] Bytes, [u8; N] => Shape::scalar(Types::BIN_DATA);
    [const N: usize] Bytes, &[u8; N] => Shape::scalar(Types::BIN_DATA);
    [const N: usize] Bytes, Box<[u8; N]> => Shape::scalar(Types::BIN_DATA);
    [const N: usize] Bytes, Cow<'_, [u8; N]> => Shape::scalar(Types::BIN_DATA);
    [] BorrowCow, Cow<'_, str> => Shape::scalar(Types::STRING);
    [] BorrowCow, Cow<'_, [u8]> => Shape::scalar(Types::BIN_DATA);
    [const N: usize] BorrowCow, Cow<'_, [u8; N]> => Shape::scalar(Types::BIN_DATA);

    [T, H: StoredBy<T>] Option<H>, Option<T> => H::SHAPE.optional();
    [T: ?Sized, H: StoredBy<T>] &H, &T => H::SHAPE;
    [T, H: StoredBy<T>] Box<H>, Box<T> => H::SHAPE;
    [T, H: StoredBy<T>] Rc<H>, Rc<T> => H::SHAPE;
    [T, H: StoredBy<T>] Arc<H>, Arc<T> => H::SHAPE;
    [T, H: StoredBy<T>] Cell<H>, Cell<T> => H::SHAPE;
    [T, H: StoredBy<T>] RefCell<H>, RefCell<T> => H::SHAPE;
    [T, H: StoredBy<T>] Mutex<H>, Mutex<T> => H::SHAPE;
    [T, H: StoredBy<T>] RwLock<H>, RwLock<T> => H::SHAPE;

    [T, H: StoredBy<T>] [H], [T] => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>] Box<[H]>, Box<[T]> => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>, const N: usize] [H; N], [T; N] => array!(H::SHAPE, Some(N as u32), false);
    [T, H: StoredBy<T>] Vec<H>, Vec<T> => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>] VecDeque<H>, VecDeque<T> => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>] LinkedList<H>, LinkedList<T> => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>] BinaryHeap<H>, BinaryHeap<T> => array!(H::SHAPE, None, false);
    // What is distinct need not be so in the form that the helper gives it.
    [T, H: StoredBy<T>] BTreeSet<H>, BTreeSet<T> => array!(H::SHAPE, None, false);
    [T, H: StoredBy<T>, S] HashSet<H, S>, HashSet<T, S> => array!(H::SHAPE, None, false);

    [K, V, KH: StoredBy<K>, VH: StoredBy<V>] BTreeMap<KH, VH>, BTreeMap<K, V> =>
        Shape::map(&Map { keys: KH::SHAPE, values: VH::SHAPE });
    [K, V, KH: StoredBy<K>, VH: StoredBy<V>, S] HashMap<KH, VH, S>, HashMap<K, V, S> =>
        Shape::map(&Map { keys: KH::SHAPE, values: VH::SHAPE });
}

/// Implements `StoredBy` for tuples.
macro_rules! tuples {
    ($(($($item:ident $helper:ident),+);)*) => {$(
        impl<$($item, $helper: StoredBy<$item>),+> StoredBy<($($item,)+)> for ($($helper,)+) {
            const SHAPE: Shape = Shape::tuple(&[$($helper::SHAPE),+]);
        }
    )*};
}

tuples! {
    (A AH);
    (A AH, B BH);
    (A AH, B BH, C CH);
    (A AH, B BH, C CH, D DH);
    (A AH, B BH, C CH, D DH, E EH);
    (A AH, B BH, C CH, D DH, E EH, F FH);
}

/// Maps as arrays of pairs, and arrays of pairs as maps.
macro_rules! pairs {
    ($([$($parameter:ident),*] $map:ty, $sequence:ident;)*) => {$(
        impl<K, V, KH: StoredBy<K>, VH: StoredBy<V> $(, $parameter)*> StoredBy<$map> for $sequence<(KH, VH)> {
            const SHAPE: Shape =
                array!(Shape::tuple(&[KH::SHAPE, VH::SHAPE]), None, false);
        }
    )*};
}

pairs! {
    [] BTreeMap<K, V>, Vec;
    [S] HashMap<K, V, S>, Vec;
}

/// Points in time and lengths of time as numbers of a unit, or as text.
macro_rules! units {
    ($($helper:ident),*) => {$(
        impl<T, Format: Unit + formats::Format, Strictness: formats::Strictness> StoredBy<T>
            for serde_with::$helper<Format, Strictness>
        {
            const SHAPE: Shape = Format::SHAPE;
        }
    )*};
}

units!(
    DurationSeconds,
    DurationMilliSeconds,
    DurationMicroSeconds,
    DurationNanoSeconds,
    DurationSecondsWithFrac,
    DurationMilliSecondsWithFrac,
    DurationMicroSecondsWithFrac,
    DurationNanoSecondsWithFrac,
    TimestampSeconds,
    TimestampMilliSeconds,
    TimestampMicroSeconds,
    TimestampNanoSeconds,
    TimestampSecondsWithFrac,
    TimestampMilliSecondsWithFrac,
    TimestampMicroSecondsWithFrac,
    TimestampNanoSecondsWithFrac
);

/// What a point in time or a length of time is written as.
#[diagnostic::on_unimplemented(
    message = "it is not known what a time as `{Self}` is stored as [unknown-serialization]",
    label = "not `i64`, `u64`, `f64` or `String`"
)]
pub trait Unit {
    /// Its shape.
    const SHAPE: Shape;
}

impl Unit for i64 {
    const SHAPE: Shape = <i64 as EmbeddedSchema>::SHAPE;
}
impl Unit for u64 {
    // No time in this unit reaches the upper half.
    const SHAPE: Shape = Shape::integer(0, i64::MAX);
}
impl Unit for f64 {
    const SHAPE: Shape = <f64 as EmbeddedSchema>::SHAPE;
}
impl Unit for String {
    const SHAPE: Shape = Shape::scalar(Types::STRING);
}

// One item is written alone.
generic! {
    [T, H: StoredBy<T>] OneOrMany<H, formats::PreferOne>, Vec<T> =>
        Shape { types: H::SHAPE.types.or(Types::ARRAY), ..array!(H::SHAPE, None, false) };
    [T, H: StoredBy<T>] OneOrMany<H, formats::PreferMany>, Vec<T> =>
        array!(H::SHAPE, None, false);
}
