//! What `#[serde(with = …)]` and `#[serde_as(as = …)]` store, where the helper is a type.

use bson::{DateTime, Timestamp, oid::ObjectId, serde_helpers};

use crate::model::{Keyword, Marks, Newtype, Number, Placed, Shape, Types};

/// A helper that serialises a `T`.
///
/// Implemented for the helpers of `bson` and, with the feature `serde_with`, of `serde_with`.
#[diagnostic::on_unimplemented(
    message = "it is not known what `{Self}` stores for `{T}` [unknown-serialization]",
    label = "not a helper of bson or serde_with whose stored form is known",
    note = "say what is stored with `#[field(bson = \"…\")]`, or implement `schema_core::StoredBy`"
)]
pub trait StoredBy<T: ?Sized> {
    /// What it stores.
    const SHAPE: Shape;
}

/// The shape of a string of as many characters as this.
macro_rules! text_of {
    ($length:literal) => {
        $crate::model::Shape::newtype(&$crate::model::Newtype {
            inner: $crate::model::Shape::scalar($crate::model::Types::STRING),
            keywords: &[
                $crate::model::Placed {
                    field: 0,
                    depth: 0,
                    keyword: $crate::model::Keyword::MinLength($length),
                },
                $crate::model::Placed {
                    field: 0,
                    depth: 0,
                    keyword: $crate::model::Keyword::MaxLength($length),
                },
            ],
            doc: None,
        })
    };
}
pub(super) use text_of;

/// A double that holds an unsigned integer.
const UNSIGNED_DOUBLE: Shape = Shape::newtype(&Newtype {
    inner: Shape::scalar(Types::DOUBLE.or(Types::INTEGER)),
    keywords: &[Placed {
        field: 0,
        depth: 0,
        keyword: Keyword::Minimum(Number::Integer(0)),
    }],
    doc: None,
});

/// Implements `StoredBy` for helpers of one type each.
macro_rules! helpers {
    ($($helper:ty, $stored:ty => $shape:expr;)*) => {$(
        impl StoredBy<$stored> for $helper {
            const SHAPE: Shape = $shape;
        }
    )*};
}

helpers! {
    serde_helpers::object_id::AsHexString, ObjectId => text_of!(24);
    serde_helpers::object_id::FromHexString, String => Shape::scalar(Types::OBJECT_ID);
    serde_helpers::datetime::AsRfc3339String, DateTime =>
        Shape::scalar(Types::STRING).marked(Marks::TEXT_DATE);
    serde_helpers::datetime::FromRfc3339String, String => Shape::scalar(Types::DATE);
    serde_helpers::datetime::FromI64, i64 => Shape::scalar(Types::DATE);
    serde_helpers::timestamp::AsU32, Timestamp => Shape::integer(0, u32::MAX as i64);
    serde_helpers::timestamp::FromU32, u32 => Shape::scalar(Types::TIMESTAMP);
    // A value that does not fit is refused by the helper.
    serde_helpers::u32::AsI32, u32 => Shape::integer(0, i32::MAX as i64);
    serde_helpers::u32::AsI64, u32 => Shape::integer(0, u32::MAX as i64);
    serde_helpers::u32::AsF64, u32 => UNSIGNED_DOUBLE;
    serde_helpers::u64::AsI32, u64 => Shape::integer(0, i32::MAX as i64);
    serde_helpers::u64::AsI64, u64 => Shape::integer(0, i64::MAX);
    serde_helpers::u64::AsF64, u64 => UNSIGNED_DOUBLE;
}

#[cfg(feature = "chrono")]
helpers! {
    serde_helpers::datetime::FromChrono04DateTime, chrono::DateTime<chrono::Utc> =>
        Shape::scalar(Types::DATE);
}

#[cfg(feature = "jiff")]
helpers! {
    serde_helpers::datetime::FromJiff02Timestamp, jiff::Timestamp => Shape::scalar(Types::DATE);
}

#[cfg(feature = "time")]
helpers! {
    serde_helpers::datetime::FromTime03OffsetDateTime, time::OffsetDateTime =>
        Shape::scalar(Types::DATE);
}

#[cfg(feature = "uuid")]
helpers! {
    serde_helpers::uuid_1::AsBinary, uuid::Uuid => super::bson::UUID;
    serde_helpers::uuid_1::AsCSharpLegacyBinary, uuid::Uuid => super::bson::UUID;
    serde_helpers::uuid_1::AsJavaLegacyBinary, uuid::Uuid => super::bson::UUID;
    serde_helpers::uuid_1::AsPythonLegacyBinary, uuid::Uuid => super::bson::UUID;
    // It turns a `bson::Uuid` into a `uuid::Uuid`, which each writer stores in its own way.
    serde_helpers::uuid_1::FromBson, bson::Uuid => <uuid::Uuid as crate::EmbeddedSchema>::SHAPE;
}
