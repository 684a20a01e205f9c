//! The types of `bson`.

use bson::{
    Binary, Bson, DateTime, DbPointer, Decimal128, Document, JavaScriptCodeWithScope, RawArray,
    RawArrayBuf, RawBinaryRef, RawBson, RawBsonRef, RawDbPointerRef, RawDocument, RawDocumentBuf,
    RawJavaScriptCodeWithScope, RawJavaScriptCodeWithScopeRef, RawRegexRef, Regex, Timestamp, Uuid,
    oid::ObjectId, serde_helpers::HumanReadable,
};

use super::leaf;
use crate::{
    EmbeddedSchema,
    model::{Array, Marks, Shape, Types},
};

/// An array whose items may be anything.
const ARRAY: Shape = Shape::array(&Array {
    items: Shape::scalar(Types::ANY),
    length: None,
    unique: false,
});

/// Binary data of sixteen bytes.
pub(super) const UUID: Shape = Shape::scalar(Types::BIN_DATA).marked(Marks::UUID_BYTES);

leaf! {
    Bson => Shape::scalar(Types::ANY);
    Document => Shape::scalar(Types::OBJECT);
    RawDocument => Shape::scalar(Types::OBJECT);
    RawDocumentBuf => Shape::scalar(Types::OBJECT);
    ObjectId => Shape::scalar(Types::OBJECT_ID);
    DateTime => Shape::scalar(Types::DATE);
    Decimal128 => Shape::scalar(Types::DECIMAL);
    Binary => Shape::scalar(Types::BIN_DATA);
    Uuid => UUID;
    Timestamp => Shape::scalar(Types::TIMESTAMP);
    Regex => Shape::scalar(Types::REGEX);
    JavaScriptCodeWithScope => Shape::scalar(Types::JAVASCRIPT_WITH_SCOPE);
    DbPointer => Shape::scalar(Types::DB_POINTER);
    RawBson => Shape::scalar(Types::ANY);
    RawBsonRef<'_> => Shape::scalar(Types::ANY);
    RawArray => ARRAY;
    RawArrayBuf => ARRAY;
    RawBinaryRef<'_> => Shape::scalar(Types::BIN_DATA);
    RawRegexRef<'_> => Shape::scalar(Types::REGEX);
    RawJavaScriptCodeWithScope => Shape::scalar(Types::JAVASCRIPT_WITH_SCOPE);
    RawJavaScriptCodeWithScopeRef<'_> => Shape::scalar(Types::JAVASCRIPT_WITH_SCOPE);
    RawDbPointerRef<'_> => Shape::scalar(Types::DB_POINTER);
}

/// Every writer is human-readable inside it, and what depends on that is then a string.
impl<T: EmbeddedSchema> EmbeddedSchema for HumanReadable<T> {
    const SHAPE: Shape = if T::SHAPE.marks.intersects(Marks::WRITER_DEPENDENT) {
        Shape::scalar(Types::STRING)
    } else {
        T::SHAPE
    };
    type Leaf = T::Leaf;
    type Fields = T::Fields;
}
