//! Drawing values of the types under test.

use std::fmt::Debug;

use bson::{DateTime, oid::ObjectId};
use proptest::prelude::*;

/// A type of which values within its bounds can be drawn.
pub(crate) trait Drawn: Sized + Debug {
    /// Any value within the bounds.
    fn drawn() -> BoxedStrategy<Self>;
}

/// Implements [`Drawn`] for a struct, or for a newtype, by a strategy for each field.
macro_rules! drawn {
    ($type:ident { $($field:ident: $strategy:expr),* $(,)? }) => {
        impl $crate::drawn::Drawn for $type {
            fn drawn() -> proptest::strategy::BoxedStrategy<Self> {
                $crate::drawn::drawn!(@ [proptest::strategy::Just(())] [()] $type [$($field)*] $($field: $strategy),*)
            }
        }
    };
    ($type:ident = $strategy:expr) => {
        impl $crate::drawn::Drawn for $type {
            fn drawn() -> proptest::strategy::BoxedStrategy<Self> {
                proptest::strategy::Strategy::boxed($strategy)
            }
        }
    };
    // Pairs of pairs, as tuples of more than twelve are no strategy.
    (@ [$drawn:expr] [$pattern:pat] $type:ident [$($all:ident)*] $field:ident: $strategy:expr $(, $($rest:tt)*)?) => {
        $crate::drawn::drawn!(@ [($drawn, $strategy)] [($pattern, $field)] $type [$($all)*] $($($rest)*)?)
    };
    (@ [$drawn:expr] [$pattern:pat] $type:ident [$($all:ident)*]) => {
        proptest::strategy::Strategy::boxed(
            proptest::strategy::Strategy::prop_map($drawn, |$pattern| $type { $($all),* }),
        )
    };
}
pub(crate) use drawn;

/// An identifier.
pub(crate) fn object_id() -> impl Strategy<Value = ObjectId> + Clone {
    any::<[u8; 12]>().prop_map(ObjectId::from_bytes)
}

/// A point in time, to the millisecond.
pub(crate) fn date() -> impl Strategy<Value = DateTime> + Clone {
    any::<i64>().prop_map(DateTime::from_millis)
}

/// A text of as many characters, of all sorts but NUL.
pub(crate) fn text(least: usize, most: usize) -> impl Strategy<Value = String> + Clone {
    let character = any::<char>().prop_filter("NUL", |it| *it != '\0');
    prop::collection::vec(character, least..=most).prop_map(String::from_iter)
}

/// The name of a map's field.
pub(crate) fn name() -> impl Strategy<Value = String> + Clone {
    "[a-zé_ -]{1,8}"
}

/// As many distinct items.
pub(crate) fn distinct<T: Debug + Ord + 'static>(
    item: impl Strategy<Value = T>,
    least: usize,
    most: usize,
) -> impl Strategy<Value = Vec<T>> {
    prop::collection::btree_set(item, least..=most).prop_map(|all| all.into_iter().collect())
}
