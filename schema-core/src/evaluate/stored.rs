//! Values of a schema, as they would lie in a document.

use bson::{Array, Bson, RawDocumentBuf, doc};

use super::raw::Value;

/// Values in BSON.
#[derive(Debug, Clone)]
pub(super) struct Stored(RawDocumentBuf);

impl Stored {
    /// None where one of them cannot be stored: a name in it has a zero character.
    pub(super) fn all(values: &Array) -> Option<Self> {
        let document = doc! { "v": values.clone() };
        RawDocumentBuf::try_from(&document).ok().map(Self)
    }

    pub(super) fn one(value: &Bson) -> Option<Self> {
        Self::all(&vec![value.clone()])
    }

    pub(super) fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let array = Value::document(self.0.as_bytes()).get(b"v");
        let items = array.into_iter().flat_map(Value::elements);
        items.map(|(_, value)| value)
    }
}
