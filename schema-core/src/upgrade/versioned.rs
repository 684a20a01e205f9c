//! A document of any version, for cursors.

use bson::{RawDocument, RawDocumentBuf};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};

use super::{ReadError, read, version_of};
use crate::CollectionSchema;

/// A document that is read at any known version, and is of the current shape; what a cursor over a
/// collection with older documents yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versioned<T> {
    /// The document.
    pub value: T,
    /// The version at which it is stored; 0 where the type has none.
    pub stored_version: u32,
}

impl<T: CollectionSchema + DeserializeOwned> Versioned<T> {
    /// As [`read`](fn@read), with the version.
    ///
    /// # Errors
    ///
    /// As [`read`](fn@read).
    pub fn read(document: &RawDocument) -> Result<Self, ReadError> {
        Ok(Self {
            stored_version: version_of::<T>(document)?,
            value: read(document)?,
        })
    }
}

impl<'de, T: CollectionSchema + DeserializeOwned> Deserialize<'de> for Versioned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = RawDocumentBuf::deserialize(deserializer)?;
        Self::read(&document).map_err(Error::custom)
    }
}
