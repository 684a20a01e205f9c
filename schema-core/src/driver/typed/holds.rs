//! One value in the place of a whole field, so that a helper that writes the field can write it.

use std::collections::VecDeque;

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

impl<V> Holds<V> for V {
    fn hold(value: V) -> Self {
        value
    }
}

impl<V> Holds<V> for Option<V> {
    fn hold(value: V) -> Self {
        Some(value)
    }
}

impl<V> Holds<V> for Box<V> {
    fn hold(value: V) -> Self {
        Self::new(value)
    }
}

/// Implements `Holds` for what is stored as an array.
macro_rules! arrays {
    ($($list:ident),*) => {$(
        impl<V> Holds<V> for $list<V> {
            fn hold(value: V) -> Self {
                Self::from([value])
            }

            fn item(field: Bson) -> Encoded<Bson> {
                only(field)
            }
        }

        impl<V> Holds<V> for Option<$list<V>> {
            fn hold(value: V) -> Self {
                Some($list::from([value]))
            }

            fn item(field: Bson) -> Encoded<Bson> {
                only(field)
            }
        }
    )*};
}
arrays!(Vec, VecDeque);

/// The one item of an array.
fn only(field: Bson) -> Encoded<Bson> {
    match field {
        Bson::Array(mut items) if items.len() == 1 => Ok(items.remove(0)),
        other => Err(fault(format!(
            "the helper of an array of one item wrote `{other}`"
        ))),
    }
}
