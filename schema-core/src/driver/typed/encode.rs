//! Values as the driver stores them.

use std::marker::PhantomData;

use bson::{Bson, RawDocument, oid::ObjectId};
use serde::{Serialize, Serializer};

/// The result of writing a value.
pub type Encoded<T> = Result<T, bson::error::Error>;

/// What writes a field of this type: the type itself, or the helper of `#[serde(with = "…")]`.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` cannot be written",
    label = "serde does not serialize it",
    note = "write `#[derive(Serialize)]` on `{T}`"
)]
pub trait SerializeWith<T: ?Sized> {
    /// Writes the value as serde writes the field.
    fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// The type's own `Serialize`.
#[derive(Debug, Clone, Copy)]
pub enum Own {}

impl<T: Serialize + ?Sized> SerializeWith<T> for Own {
    fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// The value as an insert stores it. What writes to the server's own bytes is not human-readable,
/// and some types are stored in another form by what is.
pub fn encode<H: SerializeWith<T>, T: ?Sized>(value: &T) -> Encoded<Bson> {
    let document = bson::serialize_to_vec(&Only {
        value: Written::<H, T>(value, PhantomData),
    })?;
    let document = RawDocument::from_bytes(&document)?;
    match document.get("value")? {
        Some(value) => Bson::try_from(value),
        None => Ok(Bson::Null),
    }
}

/// A key to be written. Each operation on one document writes its `_id`, and serde writes an ObjectId
/// as text first: so the derive asks for `stored`, which an ObjectId answers itself, before the trait.
pub struct Key<'a, H, T: ?Sized>(&'a T, PhantomData<H>);

impl<'a, H, T: ?Sized> Key<'a, H, T> {
    /// This key.
    pub fn of(key: &'a T) -> Self {
        Self(key, PhantomData)
    }
}

impl Key<'_, Own, ObjectId> {
    /// As it is stored.
    pub fn stored(&self) -> Encoded<Bson> {
        Ok(Bson::ObjectId(*self.0))
    }
}

/// Any other key.
pub trait StoredKey {
    /// As it is stored.
    fn stored(&self) -> Encoded<Bson>;
}

impl<H: SerializeWith<T>, T: ?Sized> StoredKey for Key<'_, H, T> {
    fn stored(&self) -> Encoded<Bson> {
        encode::<H, T>(self.0)
    }
}

/// A document that holds nothing else.
#[derive(Serialize)]
struct Only<V> {
    value: V,
}

struct Written<'a, H, T: ?Sized>(&'a T, PhantomData<H>);

impl<H: SerializeWith<T>, T: ?Sized> Serialize for Written<'_, H, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        H::serialize(self.0, serializer)
    }
}

/// An error of this text, about a value.
pub(in crate::driver) fn fault(text: impl std::fmt::Display) -> bson::error::Error {
    serde::ser::Error::custom(text)
}
