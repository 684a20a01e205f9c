//! The types of `bson`.

use bson::{
    Binary, Bson, DateTime, DbPointer, Decimal128, Document, JavaScriptCodeWithScope, RawDocument,
    RawDocumentBuf, Regex, Timestamp, Uuid, oid::ObjectId,
};

use super::leaf;
use crate::model::{Shape, Types};

leaf! {
    Bson => Shape::scalar(Types::ANY);
    Document => Shape::scalar(Types::OBJECT);
    RawDocument => Shape::scalar(Types::OBJECT);
    RawDocumentBuf => Shape::scalar(Types::OBJECT);
    ObjectId => Shape::scalar(Types::OBJECT_ID);
    DateTime => Shape::scalar(Types::DATE);
    Decimal128 => Shape::scalar(Types::DECIMAL);
    Binary => Shape::scalar(Types::BIN_DATA);
    Uuid => Shape::scalar(Types::BIN_DATA);
    Timestamp => Shape::scalar(Types::TIMESTAMP);
    Regex => Shape::scalar(Types::REGEX);
    JavaScriptCodeWithScope => Shape::scalar(Types::JAVASCRIPT_WITH_SCOPE);
    DbPointer => Shape::scalar(Types::DB_POINTER);
}
