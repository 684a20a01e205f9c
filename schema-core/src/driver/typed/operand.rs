//! What may be given for a field of a declared query.

use std::marker::PhantomData;

use bson::Bson;
use serde::Serialize;

use super::{
    encode::{Encoded, Own, SerializeWith, encode},
    holds::Holds,
};

/// How the values of a field are given: as they are, by the field's innermost type.
pub struct ValueOf<V: ?Sized>(PhantomData<V>);

/// How the values of a field are given: to a helper of serde that writes the field's whole type.
pub struct By<H, T: ?Sized>(PhantomData<H>, PhantomData<T>);

/// How the values of a field are given whose type other crates cannot name: as they are stored.
pub struct Anything;

/// A value that may be given for a field, which is written in the way `E`. `NULLABLE` tells whether
/// the field may be null: then it may be given as `None`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of this field of the query",
    label = "not a value of the field's type, which is named in `{E}`",
    note = "give a value of that type or a reference to one; `None` is given only for a field that may be null"
)]
pub trait Operand<E: ?Sized, const NULLABLE: bool> {
    /// The value as it is stored.
    fn stored(self) -> Encoded<Bson>;
}

#[diagnostic::do_not_recommend]
impl<V: Serialize, const NULLABLE: bool> Operand<ValueOf<V>, NULLABLE> for V {
    fn stored(self) -> Encoded<Bson> {
        encode::<Own, V>(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Serialize + ?Sized, const NULLABLE: bool> Operand<ValueOf<V>, NULLABLE> for &V {
    fn stored(self) -> Encoded<Bson> {
        encode::<Own, V>(self)
    }
}

#[diagnostic::do_not_recommend]
impl<const NULLABLE: bool> Operand<ValueOf<String>, NULLABLE> for &str {
    fn stored(self) -> Encoded<Bson> {
        Ok(Bson::from(self))
    }
}

#[diagnostic::do_not_recommend]
impl<const NULLABLE: bool> Operand<ValueOf<str>, NULLABLE> for String {
    fn stored(self) -> Encoded<Bson> {
        Ok(Bson::String(self))
    }
}

#[diagnostic::do_not_recommend]
impl<V: Serialize> Operand<ValueOf<V>, true> for Option<V> {
    fn stored(self) -> Encoded<Bson> {
        encode::<Own, Option<V>>(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<H, T, V, const NULLABLE: bool> Operand<By<H, T>, NULLABLE> for V
where
    H: SerializeWith<T>,
    T: Holds<V>,
{
    fn stored(self) -> Encoded<Bson> {
        T::item(encode::<H, T>(&T::hold(self))?)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Into<Bson>, const NULLABLE: bool> Operand<Anything, NULLABLE> for V {
    fn stored(self) -> Encoded<Bson> {
        Ok(self.into())
    }
}
