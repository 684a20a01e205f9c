//! Values of a schema, as they would lie in a document.

use bson::{Array, Bson, RawDocumentBuf, doc};

use super::raw::Value;

/// Values in BSON.
#[derive(Debug)]
pub(super) struct Stored(Vec<(u8, Box<[u8]>)>);

impl Stored {
    /// None where one of them cannot be stored: a name in it has a zero character.
    pub(super) fn all(values: &Array) -> Option<Self> {
        let document = doc! { "v": values.clone() };
        let document = RawDocumentBuf::try_from(&document).ok()?;
        let array = Value::document(document.as_bytes()).get(b"v")?;
        let items = array
            .elements()
            .map(|(_, item)| (item.kind(), item.bytes.into()));
        Some(Self(items.collect()))
    }

    pub(super) fn one(value: &Bson) -> Option<Self> {
        Self::all(&vec![value.clone()])
    }

    #[inline]
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.0
            .iter()
            .map(|(kind, bytes)| Value::new(*kind, 1, bytes))
    }
}
