//! Helpers: what `with` and `serde_as` store.

use bson::{
    DateTime, Timestamp, doc,
    oid::ObjectId,
    serde_helpers::{datetime, object_id, timestamp, u32, u64, uuid_1},
};
use schema_core::{StoredBy, render};
use serde_with::{
    BoolFromInt, Bytes, DefaultOnNull, DisplayFromStr, DurationSeconds, FromInto,
    NoneAsEmptyString, OneOrMany, PickFirst, Same, SerializeAs, StringWithSeparator,
    TimestampSeconds, formats, ser::SerializeAsWrap,
};

use super::{By, written};

#[allow(clippy::needless_pass_by_value)] // so that a row reads as its value
/// `value` as the helper stores it is of this type, and its shape admits it.
fn by<T, H: SerializeAs<T> + StoredBy<T>>(value: T, expected: &str) {
    By(&value, |value| {
        written(&SerializeAsWrap::<T, H>::new(value))
    })
    .stored_as::<H>(expected);
}

#[test]
fn helpers_of_bson() {
    by::<_, object_id::AsHexString>(ObjectId::new(), "string");
    by::<_, object_id::FromHexString>(ObjectId::new().to_hex(), "objectId");
    by::<_, datetime::AsRfc3339String>(DateTime::now(), "string");
    by::<_, datetime::FromRfc3339String>(String::from("2024-02-29T01:02:03Z"), "date");
    by::<_, datetime::FromI64>(1_i64, "date");
    by::<_, datetime::FromChrono04DateTime>(chrono::DateTime::UNIX_EPOCH, "date");
    by::<_, datetime::FromJiff02Timestamp>(jiff::Timestamp::UNIX_EPOCH, "date");
    by::<_, datetime::FromTime03OffsetDateTime>(time::OffsetDateTime::UNIX_EPOCH, "date");
    by::<_, timestamp::AsU32>(
        Timestamp {
            time: 5,
            increment: 0,
        },
        "long",
    );
    by::<_, timestamp::FromU32>(5_u32, "timestamp");
    by::<_, u32::AsI32>(5_u32, "int");
    by::<_, u32::AsI64>(5_u32, "long");
    by::<_, u32::AsF64>(5_u32, "double");
    by::<_, u64::AsI32>(5_u64, "int");
    by::<_, u64::AsI64>(5_u64, "long");
    by::<_, u64::AsF64>(5_u64, "double");
    let uuid = uuid::Uuid::new_v4();
    by::<_, uuid_1::AsBinary>(uuid, "binData");
    by::<_, uuid_1::AsCSharpLegacyBinary>(uuid, "binData");
    by::<_, uuid_1::AsJavaLegacyBinary>(uuid, "binData");
    by::<_, uuid_1::AsPythonLegacyBinary>(uuid, "binData");
}

#[test]
fn helpers_of_serde_with() {
    by::<_, DisplayFromStr>(5_u64, "string");
    by::<_, Same>(5_u8, "int");
    by::<_, Bytes>(vec![1_u8], "binData");
    by::<_, Bytes>([1_u8; 4], "binData");
    by::<_, BoolFromInt>(true, "int");
    by::<_, FromInto<i64>>(5_i32, "long");
    by::<_, NoneAsEmptyString>(None::<String>, "string");
    by::<_, DefaultOnNull<DisplayFromStr>>(5_u8, "string");
    by::<_, PickFirst<(DisplayFromStr, Same)>>(5_u8, "string");
    by::<_, StringWithSeparator<formats::CommaSeparator, u8>>(vec![1_u8, 2], "string");
    by::<_, OneOrMany<Same>>(vec![1_u8], "int");
    by::<_, OneOrMany<Same>>(vec![1_u8, 2], "array");
    by::<_, DurationSeconds<u64>>(std::time::Duration::from_secs(5), "long");
    by::<_, DurationSeconds<f64>>(std::time::Duration::from_secs(5), "double");
    by::<_, TimestampSeconds<i64>>(std::time::SystemTime::now(), "long");
    by::<_, TimestampSeconds<String>>(std::time::SystemTime::now(), "string");
}

#[test]
#[allow(clippy::zero_sized_map_values)] // a helper is a type without a value
fn helpers_inside_containers() {
    by::<_, Option<DisplayFromStr>>(None::<u8>, "null");
    by::<_, Vec<Option<DisplayFromStr>>>(vec![Some(5_u8), None], "array");
    by::<_, [DisplayFromStr; 2]>([5_u8, 6], "array");
    by::<_, (Same, DisplayFromStr)>((1_u8, 2_u8), "array");
    by::<_, std::collections::BTreeMap<DisplayFromStr, Bytes>>(
        std::collections::BTreeMap::from([(5_u8, vec![1_u8])]),
        "object",
    );
    by::<_, Vec<(Same, DisplayFromStr)>>(std::collections::BTreeMap::from([(1_u8, 2_u8)]), "array");
    let shape = <Vec<Option<object_id::FromHexString>> as StoredBy<Vec<Option<String>>>>::SHAPE;
    let expected = doc! { "bsonType": "array", "items": { "bsonType": ["objectId", "null"] } };
    assert_eq!(render::value(&shape), expected);
}
