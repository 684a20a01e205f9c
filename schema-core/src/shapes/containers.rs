//! What holds values of other types.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    marker::PhantomData,
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

use crate::{
    EmbeddedSchema,
    model::{Array, Form, Shape, Types},
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

transparent!(&T, Box<T>, Rc<T>, Arc<T>, RefCell<T>, Mutex<T>, RwLock<T>);

impl<T: EmbeddedSchema> EmbeddedSchema for Cell<T> {
    const SHAPE: Shape = T::SHAPE;
    type Leaf = T::Leaf;
    type Fields = T::Fields;
}

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

/// Implements `EmbeddedSchema` for what serde writes as an array of any length.
macro_rules! array {
    ($($type:ty, unique: $unique:literal;)*) => {$(
        array!(@ [T: EmbeddedSchema] $type, None, $unique);
    )*};
    (@ [$($parameter:tt)*] $type:ty, $length:expr, $unique:literal) => {
        impl<$($parameter)*> EmbeddedSchema for $type {
            const SHAPE: Shape = Shape {
                // An array of what is not understood is not understood.
                types: if T::SHAPE.is_poison() { Types::NONE } else { Types::ARRAY },
                form: Form::Array(&Array { items: T::SHAPE, length: $length, unique: $unique }),
                option: crate::model::Optionality::Plain,
            };
            type Leaf = T::Leaf;
            type Fields = T::Fields;
        }
    };
}

array! {
    [T], unique: false;
    Vec<T>, unique: false;
    VecDeque<T>, unique: false;
    BTreeSet<T>, unique: true;
}
array!(@ [T: EmbeddedSchema, S] HashSet<T, S>, None, true);
array!(@ [T: EmbeddedSchema, const N: usize] [T; N], Some(N as u32), false);

/// A type that serde writes as a field's name.
#[diagnostic::on_unimplemented(
    message = "a map's key of type `{Self}` is not known to be stored as a field's name",
    label = "not a string",
    note = "use `String` as the map's key"
)]
pub trait MapKey {}
impl MapKey for String {}
impl MapKey for str {}
impl MapKey for &str {}
impl MapKey for Box<str> {}
impl MapKey for Rc<str> {}
impl MapKey for Arc<str> {}
impl MapKey for Cow<'_, str> {}

/// Implements `EmbeddedSchema` for what serde writes as a document whose names are data.
macro_rules! map {
    ([$($parameter:tt)*] $type:ty) => {
        impl<$($parameter)*> EmbeddedSchema for $type {
            const SHAPE: Shape = Shape {
                types: if V::SHAPE.is_poison() { Types::NONE } else { Types::OBJECT },
                form: Form::Map(&V::SHAPE),
                option: crate::model::Optionality::Plain,
            };
            type Leaf = Self;
            type Fields = ();
        }
    };
}

map!([K: MapKey, V: EmbeddedSchema] BTreeMap<K, V>);
map!([K: MapKey, V: EmbeddedSchema, S] HashMap<K, V, S>);
