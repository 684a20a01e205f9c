//! What holds values of other types.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque},
    marker::PhantomData,
    num::{Saturating, Wrapping},
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

use crate::{
    EmbeddedSchema,
    model::{Array, Shape, Types},
};

/// Implements `EmbeddedSchema` for what serde writes as the value inside.
macro_rules! transparent {
    ($($type:ty),* $(,)?) => {$(
        impl<T: EmbeddedSchema + ?Sized> EmbeddedSchema for $type {
            const SHAPE: Shape = T::SHAPE;
            type Leaf = T::Leaf;
            type Fields = T::Fields;
        }
    )*};
}

transparent!(
    &T,
    &mut T,
    Box<T>,
    Rc<T>,
    Arc<T>,
    RefCell<T>,
    Mutex<T>,
    RwLock<T>
);

/// Implements `EmbeddedSchema` for what serde writes as the value inside, which has a size.
macro_rules! transparent_sized {
    ($($type:ty),* $(,)?) => {$(
        impl<T: EmbeddedSchema> EmbeddedSchema for $type {
            const SHAPE: Shape = T::SHAPE;
            type Leaf = T::Leaf;
            type Fields = T::Fields;
        }
    )*};
}

transparent_sized!(Cell<T>, Wrapping<T>, Saturating<T>, Reverse<T>);

#[cfg(feature = "ordered-float")]
transparent_sized!(ordered_float::OrderedFloat<T>, ordered_float::NotNan<T>);

impl<T: EmbeddedSchema + ToOwned + ?Sized> EmbeddedSchema for Cow<'_, T> {
    const SHAPE: Shape = T::SHAPE;
    type Leaf = T::Leaf;
    type Fields = T::Fields;
}

impl<T: EmbeddedSchema> EmbeddedSchema for Option<T> {
    const SHAPE: Shape = T::SHAPE.optional();
    type Leaf = T::Leaf;
    type Fields = T::Fields;
}

impl<T: ?Sized> EmbeddedSchema for PhantomData<T> {
    const SHAPE: Shape = Shape::scalar(Types::NULL);
    type Leaf = Self;
    type Fields = ();
}

/// Implements `EmbeddedSchema` for what serde writes as an array.
macro_rules! array {
    ($([$($parameter:tt)*] $type:ty, length: $length:expr, unique: $unique:literal;)*) => {$(
        impl<$($parameter)*> EmbeddedSchema for $type {
            const SHAPE: Shape =
                Shape::array(&Array { items: T::SHAPE, length: $length, unique: $unique });
            type Leaf = T::Leaf;
            type Fields = T::Fields;
        }
    )*};
}

array! {
    [T: EmbeddedSchema] [T], length: None, unique: false;
    [T: EmbeddedSchema] Vec<T>, length: None, unique: false;
    [T: EmbeddedSchema] VecDeque<T>, length: None, unique: false;
    [T: EmbeddedSchema] LinkedList<T>, length: None, unique: false;
    [T: EmbeddedSchema] BinaryHeap<T>, length: None, unique: false;
    [T: EmbeddedSchema] BTreeSet<T>, length: None, unique: true;
    [T: EmbeddedSchema, S] HashSet<T, S>, length: None, unique: true;
    [T: EmbeddedSchema, const N: usize] [T; N], length: Some(N as u32), unique: false;
}

#[cfg(feature = "indexmap")]
array! {
    [T: EmbeddedSchema, S] indexmap::IndexSet<T, S>, length: None, unique: true;
}

#[cfg(feature = "smallvec")]
impl<A: smallvec::Array> EmbeddedSchema for smallvec::SmallVec<A>
where
    A::Item: EmbeddedSchema,
{
    const SHAPE: Shape = Shape::array(&Array {
        items: <A::Item as EmbeddedSchema>::SHAPE,
        length: None,
        unique: false,
    });
    type Leaf = <A::Item as EmbeddedSchema>::Leaf;
    type Fields = <A::Item as EmbeddedSchema>::Fields;
}

/// Implements `EmbeddedSchema` for tuples, which serde writes as arrays by position.
macro_rules! tuples {
    ($($item:ident)*) => { tuples!(@ [] $($item)*); };
    (@ [$($before:ident)*]) => {};
    (@ [$($before:ident)*] $next:ident $($rest:ident)*) => {
        impl<$($before: EmbeddedSchema,)* $next: EmbeddedSchema> EmbeddedSchema for ($($before,)* $next,) {
            const SHAPE: Shape = Shape::tuple(&[$($before::SHAPE,)* $next::SHAPE]);
            type Leaf = Self;
            type Fields = ();
        }
        tuples!(@ [$($before)* $next] $($rest)*);
    };
}

tuples!(A B C D E F G H I J K L);
