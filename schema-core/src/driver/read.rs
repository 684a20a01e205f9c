//! What a document that was found is read as.

use std::marker::PhantomData;

use bson::{Bson, RawDocument, RawDocumentBuf};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use crate::{
    CollectionSchema,
    upgrade::{self, ReadError, Versioned},
};

/// What documents are read as: a collection's type, for which those of older shapes are upgraded
/// ([`upgrade::read`]); [`Versioned`] of it; some of the fields, as [`As`] another type; or the
/// document as it is stored.
#[diagnostic::on_unimplemented(
    message = "documents cannot be read as `{Self}`",
    label = "is no collection's type that can be read",
    note = "write `#[derive(Deserialize, Collection)]` on `{Self}`"
)]
pub trait ReadAs: 'static {
    /// What a document becomes.
    type Item: Send + Sync + 'static;

    /// Reads a document as it is stored.
    fn read(document: &RawDocument) -> Result<Self::Item, ReadError>;
}

impl<T: CollectionSchema + DeserializeOwned + Send + Sync + 'static> ReadAs for T {
    type Item = Self;

    fn read(document: &RawDocument) -> Result<Self, ReadError> {
        upgrade::read(document)
    }
}

impl<T: CollectionSchema + DeserializeOwned + Send + Sync + 'static> ReadAs for Versioned<T> {
    type Item = Self;

    fn read(document: &RawDocument) -> Result<Self, ReadError> {
        Self::read(document)
    }
}

impl ReadAs for RawDocumentBuf {
    type Item = Self;

    fn read(document: &RawDocument) -> Result<Self, ReadError> {
        Ok(document.to_owned())
    }
}

/// Some fields of a document, as `P`; from [`Find::as_type`](super::Find::as_type).
pub struct As<P>(PhantomData<fn() -> P>);

impl<P: DeserializeOwned + Send + Sync + 'static> ReadAs for As<P> {
    type Item = P;

    fn read(document: &RawDocument) -> Result<P, ReadError> {
        let read = bson::deserialize_from_slice(document.as_bytes());
        read.map_err(|error| ReadError::Malformed {
            type_name: std::any::type_name::<P>(),
            detail: error.to_string(),
        })
    }
}

/// A document that could not be read.
pub(super) struct Unread {
    pub(super) id: Option<Box<Bson>>,
    pub(super) source: ReadError,
}

impl Unread {
    pub(super) fn of(document: &RawDocument, source: ReadError) -> Self {
        let id = document.get("_id").ok().flatten();
        let id = id.and_then(|id| Bson::try_from(id).ok()).map(Box::new);
        Self { id, source }
    }
}

/// Reads a document, and tells which it was where it cannot be read.
pub(super) fn read<R: ReadAs>(document: &RawDocument) -> Result<R::Item, Unread> {
    R::read(document).map_err(|source| Unread::of(document, source))
}

/// What the driver makes of a document. It reads from the bytes that came, without a copy; and as it
/// knows errors of serde alone, which are words, an error is a value to it.
pub(super) struct Outcome<R: ReadAs>(pub(super) Result<R::Item, Unread>);

impl<'de, R: ReadAs> Deserialize<'de> for Outcome<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = <&RawDocument>::deserialize(deserializer)?;
        Ok(Self(read::<R>(document)))
    }
}
