//! The types of bson, and what helpers make of others.

use bson::{
    Binary, Bson, DateTime, Decimal128, Document, JavaScriptCodeWithScope, RawArrayBuf,
    RawDocumentBuf, Regex, Timestamp, doc, oid::ObjectId, spec::BinarySubtype,
};
use proptest::prelude::*;
use schema_core::Collection;
use serde::Serialize;

use crate::drawn::{date, drawn, name, object_id, text};

hold! {
    types_of_bson: Types;
    types_of_other_crates: Foreign;
}

#[derive(Debug, Serialize, Collection)]
#[collection(name = "types", global = "a test")]
struct Types {
    #[serde(rename = "_id")]
    id: bson::Uuid,
    any: Bson,
    document: Document,
    raw: RawDocumentBuf,
    #[field(max_items = 3)]
    array: RawArrayBuf,
    object_id: ObjectId,
    date: DateTime,
    decimal: Decimal128,
    binary: Binary,
    uuid: Option<bson::Uuid>,
    timestamp: Timestamp,
    regex: Regex,
    code: JavaScriptCodeWithScope,
    #[field(max_items = 3)]
    dates: Vec<DateTime>,
    #[field(bson = "string")]
    opaque: Opaque,
    #[field(max_items = 2, items(bson = "string", max_length = 1))]
    opaque_items: Vec<Opaque>,
}

/// Nothing is known of it.
#[derive(Debug, Serialize)]
struct Opaque(char);

fn document() -> impl Strategy<Value = Document> {
    (name(), any::<i32>()).prop_map(|(name, value)| doc! { name: value })
}

fn value() -> impl Strategy<Value = Bson> {
    prop_oneof![
        any::<i32>().prop_map(Bson::Int32),
        text(0, 4).prop_map(Bson::String),
        document().prop_map(Bson::Document),
        document().prop_map(|it| Bson::Array(vec![it.into()])),
        Just(Bson::Null),
        Just(Bson::MinKey),
        Just(Bson::MaxKey),
        text(0, 4).prop_map(Bson::JavaScriptCode),
        text(0, 4).prop_map(Bson::Symbol),
    ]
}

fn uuid() -> impl Strategy<Value = bson::Uuid> + Clone {
    any::<[u8; 16]>().prop_map(bson::Uuid::from_bytes)
}

fn regex(pattern: &str, options: &str) -> Regex {
    Regex {
        pattern: pattern.try_into().unwrap(),
        options: options.try_into().unwrap(),
    }
}

drawn!(Types {
    id: uuid(),
    any: value(),
    document: document(),
    raw: document().prop_map(|it| RawDocumentBuf::try_from(&it).unwrap()),
    array: prop::collection::vec(any::<i32>(), 0..=3)
        .prop_map(|items| items.into_iter().map(bson::RawBson::from).collect()),
    object_id: object_id(),
    date: date(),
    decimal: any::<i64>().prop_map(|it| it.to_string().parse().unwrap()),
    binary: prop::collection::vec(any::<u8>(), 0..4).prop_map(|bytes| Binary {
        subtype: BinarySubtype::Generic,
        bytes
    }),
    uuid: prop::option::of(uuid()),
    timestamp: any::<(u32, u32)>().prop_map(|(time, increment)| Timestamp { time, increment }),
    regex: prop::sample::select(vec![regex("a", ""), regex("^b+$", "i")]),
    code: (text(0, 4), document())
        .prop_map(|(code, scope)| JavaScriptCodeWithScope { code, scope }),
    dates: prop::collection::vec(date(), 0..=3),
    opaque: any::<char>().prop_map(Opaque),
    opaque_items: prop::collection::vec(any::<char>().prop_map(Opaque), 0..=2),
});

/// With the helpers of bson, and without one where a string is what is wanted.
#[derive(Debug, Serialize, Collection)]
#[collection(name = "foreign", global = "a test")]
struct Foreign {
    #[serde(rename = "_id", with = "bson::serde_helpers::uuid_1::AsBinary")]
    id: uuid::Uuid,
    #[serde(with = "bson::serde_helpers::datetime::FromChrono04DateTime")]
    at: chrono::DateTime<chrono::Utc>,
    #[field(allow(date_as_string = "a day has no time"))]
    day: chrono::NaiveDate,
    #[serde(with = "bson::serde_helpers::object_id::AsHexString")]
    hex: ObjectId,
    #[serde(with = "bson::serde_helpers::object_id::FromHexString")]
    from_hex: String,
    #[serde(with = "bson::serde_helpers::datetime::FromI64")]
    millis: i64,
    #[serde(with = "bson::serde_helpers::u32::AsI32")]
    #[field(maximum = 9)]
    narrow: u32,
    #[serde(with = "bson::serde_helpers::u64::AsF64")]
    wide: u64,
    text: bson::serde_helpers::HumanReadable<uuid::Uuid>,
}

fn any_uuid() -> impl Strategy<Value = uuid::Uuid> + Clone {
    any::<[u8; 16]>().prop_map(uuid::Uuid::from_bytes)
}

drawn!(Foreign {
    id: any_uuid(),
    at: (0..1_i64 << 42).prop_map(|it| chrono::DateTime::from_timestamp_millis(it).unwrap()),
    day: (0..40_000).prop_map(|it| chrono::NaiveDate::from_epoch_days(it).unwrap()),
    hex: object_id(),
    from_hex: object_id().prop_map(ObjectId::to_hex),
    millis: any::<i64>(),
    narrow: 0..=9_u32,
    wide: any::<u32>().prop_map(u64::from),
    text: any_uuid().prop_map(bson::serde_helpers::HumanReadable),
});
