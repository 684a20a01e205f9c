//! One value in the place of a whole field, so that what writes the field can write it.

use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    hash::Hash,
};

use bson::Bson;

use super::encode::{Encoded, fault};

/// A field's type that can hold just this value.
#[diagnostic::on_unimplemented(
    message = "`{V}` is not a value of this field, which is a `{Self}`",
    label = "not a value of the field's type"
)]
pub trait Holds<V>: Sized {
    /// The field with this value alone.
    fn hold(value: V) -> Self;

    /// The value, taken out of the field as it is stored.
    fn item(field: Bson) -> Encoded<Bson> {
        Ok(field)
    }
}

/// A field's type that is an array of such items.
#[diagnostic::on_unimplemented(
    message = "`{I}` is not an item of this field, which is a `{Self}`",
    label = "not an item of the field's arrays"
)]
pub trait HoldsItem<I>: Sized {
    /// The array of this item alone.
    fn hold_item(item: I) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V> Holds<V> for V {
    fn hold(value: V) -> Self {
        value
    }
}

#[diagnostic::do_not_recommend]
impl<V> Holds<V> for Option<V> {
    fn hold(value: V) -> Self {
        Some(value)
    }
}

#[diagnostic::do_not_recommend]
impl<V> Holds<V> for Box<V> {
    fn hold(value: V) -> Self {
        Self::new(value)
    }
}

/// Implements both for what is stored as an array.
macro_rules! arrays {
    ($($list:ident<V $(: $bound:ident $(+ $more:ident)*)?>;)*) => {$(
        arrays!(@ [V $(: $bound $(+ $more)*)?] $list<V>, V);
        arrays!(@ [] $list<String>, &str, |item: &str| item.to_owned());
    )*};
    (@ [$($parameter:tt)*] $list:ty, $item:ty $(, $owned:expr)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> HoldsItem<$item> for $list {
            fn hold_item(item: $item) -> Self {
                $(let item = $owned(item);)?
                Self::from([item])
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> HoldsItem<$item> for Option<$list> {
            fn hold_item(item: $item) -> Self {
                Some(<$list>::hold_item(item))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Holds<$item> for $list {
            fn hold(value: $item) -> Self {
                Self::hold_item(value)
            }
            fn item(field: Bson) -> Encoded<Bson> {
                only(field)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Holds<$item> for Option<$list> {
            fn hold(value: $item) -> Self {
                Self::hold_item(value)
            }
            fn item(field: Bson) -> Encoded<Bson> {
                only(field)
            }
        }
    };
}
arrays! {
    Vec<V>;
    VecDeque<V>;
    BTreeSet<V: Ord>;
    HashSet<V: Eq + Hash>;
}

/// The one item of an array.
pub(in crate::driver) fn only(field: Bson) -> Encoded<Bson> {
    match field {
        Bson::Array(mut items) if items.len() == 1 => Ok(items.remove(0)),
        other => Err(fault(format!(
            "an array of one item is written as `{other}`"
        ))),
    }
}
