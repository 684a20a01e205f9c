//! The types of other crates, each behind a feature of its name.

#[allow(unused_imports)] // each of them is used by some feature
use super::leaf;
#[allow(unused_imports)]
use crate::{
    EmbeddedSchema,
    model::{Marks, Shape, Types},
};

/// A date or a time as a string.
#[cfg(any(feature = "chrono", feature = "jiff"))]
const TEXT_DATE: Shape = Shape::scalar(Types::STRING).marked(Marks::TEXT_DATE);

#[cfg(feature = "chrono")]
mod of_chrono {
    use super::{EmbeddedSchema, Shape, TEXT_DATE, Types, leaf};

    leaf! {
        chrono::NaiveDateTime => TEXT_DATE;
        chrono::NaiveDate => TEXT_DATE;
        chrono::NaiveTime => Shape::scalar(Types::STRING);
        chrono::Weekday => Shape::scalar(Types::STRING);
        chrono::Month => Shape::scalar(Types::STRING);
        // Seconds and nanoseconds.
        chrono::TimeDelta => <(i64, i32)>::SHAPE;
    }

    impl<Zone: chrono::TimeZone> EmbeddedSchema for chrono::DateTime<Zone> {
        const SHAPE: Shape = TEXT_DATE;
        type Leaf = Self;
        type Fields = ();
    }
}

#[cfg(feature = "jiff")]
leaf! {
    jiff::Timestamp => TEXT_DATE;
    jiff::Zoned => TEXT_DATE;
    jiff::civil::DateTime => TEXT_DATE;
    jiff::civil::Date => TEXT_DATE;
    jiff::civil::Time => Shape::scalar(Types::STRING);
    jiff::Span => Shape::scalar(Types::STRING);
    jiff::SignedDuration => Shape::scalar(Types::STRING);
}

/// A string where the writer is human-readable, otherwise `other`.
#[cfg(any(feature = "time", feature = "uuid"))]
const fn by_writer(other: Types) -> Shape {
    Shape::scalar(other.or(Types::STRING)).marked(Marks::WRITER_DEPENDENT)
}

#[cfg(feature = "time")]
leaf! {
    time::OffsetDateTime => by_writer(Types::ARRAY);
    time::PrimitiveDateTime => by_writer(Types::ARRAY);
    time::UtcDateTime => by_writer(Types::ARRAY);
    time::Date => by_writer(Types::ARRAY);
    time::Time => by_writer(Types::ARRAY);
    time::UtcOffset => by_writer(Types::ARRAY);
    time::Duration => by_writer(Types::ARRAY);
    time::Month => by_writer(Types::INTEGER);
    time::Weekday => by_writer(Types::INTEGER);
}

#[cfg(feature = "uuid")]
leaf! {
    uuid::Uuid => by_writer(Types::BIN_DATA).marked(Marks::UUID);
}

#[cfg(feature = "serde_bytes")]
leaf! {
    serde_bytes::ByteBuf => Shape::scalar(Types::BIN_DATA);
    serde_bytes::Bytes => Shape::scalar(Types::BIN_DATA);
}

#[cfg(feature = "serde_bytes")]
impl<const N: usize> EmbeddedSchema for serde_bytes::ByteArray<N> {
    const SHAPE: Shape = Shape::scalar(Types::BIN_DATA);
    type Leaf = Self;
    type Fields = ();
}

#[cfg(feature = "rust_decimal")]
leaf! {
    rust_decimal::Decimal => Shape::scalar(Types::STRING);
}

#[cfg(feature = "url")]
leaf! {
    url::Url => Shape::scalar(Types::STRING);
}

#[cfg(feature = "compact_str")]
leaf! {
    compact_str::CompactString => Shape::scalar(Types::STRING);
}

#[cfg(feature = "serde_json")]
leaf! {
    serde_json::Value => Shape::scalar(Types::ANY);
    serde_json::Map<String, serde_json::Value> => Shape::scalar(Types::OBJECT);
    // An integer or a double.
    serde_json::Number => Shape::scalar(Types::DOUBLE.or(Types::INTEGER));
}
