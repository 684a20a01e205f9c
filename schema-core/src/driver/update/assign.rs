//! Values that an update gives to fields.

use bson::Bson;

use crate::driver::typed::{Encoded, SerializeWith, encode};

/// A value that a field of type `T` may be set to, which `H` writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a field of type `{T}`",
    label = "not a value of the field's type",
    note = "give a `{T}` or a reference to one; an `Option` also takes what it holds"
)]
pub trait Assign<T: ?Sized, H> {
    /// The value as it is stored.
    fn stored(self) -> Encoded<Bson>;
}

#[diagnostic::do_not_recommend]
impl<T, H: SerializeWith<T>> Assign<T, H> for T {
    fn stored(self) -> Encoded<Bson> {
        encode::<H, T>(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<T, H: SerializeWith<T>> Assign<T, H> for &T {
    fn stored(self) -> Encoded<Bson> {
        encode::<H, T>(self)
    }
}

#[diagnostic::do_not_recommend]
impl<V, H: SerializeWith<Option<V>>> Assign<Option<V>, H> for V {
    fn stored(self) -> Encoded<Bson> {
        encode::<H, Option<V>>(&Some(self))
    }
}

#[diagnostic::do_not_recommend]
impl<H: SerializeWith<String>> Assign<String, H> for &str {
    fn stored(self) -> Encoded<Bson> {
        encode::<H, String>(&self.to_owned())
    }
}

#[diagnostic::do_not_recommend]
impl<H: SerializeWith<Option<String>>> Assign<Option<String>, H> for &str {
    fn stored(self) -> Encoded<Bson> {
        encode::<H, Option<String>>(&Some(self.to_owned()))
    }
}
