//! The rows of the measured table.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    ffi::{CString, OsString},
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    num::{NonZeroI16, NonZeroI64, NonZeroU8, NonZeroU32, NonZeroU64, Saturating, Wrapping},
    ops::Bound,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{
        Arc, Mutex, RwLock,
        atomic::{AtomicBool, AtomicI32, AtomicU64},
    },
    time::{Duration, SystemTime},
};

use bson::{
    Binary, Bson, DateTime, Decimal128, Document, JavaScriptCodeWithScope, Regex, Timestamp, doc,
    oid::ObjectId, serde_helpers::HumanReadable, spec::BinarySubtype,
};
use schema_core::{Embedded, EmbeddedSchema, model::Marks, render};
use serde::{Deserialize, Serialize};

use super::{also_stored_as, stored_as, stored_by_writer_as, written};

#[test]
fn numbers() {
    for value in [i32::MIN, 0, i32::MAX] {
        stored_as(value, "int");
    }
    stored_as(i8::MIN, "int");
    stored_as(i16::MAX, "int");
    stored_as(u8::MAX, "int");
    stored_as(u16::MAX, "int");
    stored_as(u32::MAX, "long");
    stored_as(i64::MIN, "long");
    stored_as(isize::MAX, "long");
    stored_as(1_u64, "long");
    stored_as(1_usize, "long");
    stored_as(NonZeroI16::MIN, "int");
    stored_as(NonZeroU8::MAX, "int");
    stored_as(NonZeroI64::MIN, "long");
    stored_as(NonZeroU32::MAX, "long");
    stored_as(NonZeroU64::MIN, "long");
    stored_as(Wrapping(1_i16), "int");
    stored_as(Saturating(1_u8), "int");
    stored_as(AtomicI32::new(1), "int");
    stored_as(AtomicU64::new(1), "long");
    stored_as(0.1_f32, "double");
    stored_as(f64::NAN, "double");
    stored_as(ordered_float::OrderedFloat(1.5), "double");
    stored_as(ordered_float::NotNan::new(1.5).unwrap(), "double");
    stored_as(true, "bool");
    stored_as(AtomicBool::new(true), "bool");
}

#[test]
fn what_is_larger_than_an_i64_is_refused_by_both_writers() {
    let document = BTreeMap::from([("value", u64::MAX)]);
    assert!(bson::serialize_to_document(&document).is_err());
    assert!(bson::serialize_to_raw_document_buf(&document).is_err());
}

#[test]
fn integers_of_128_bits_are_refused_by_both_writers() {
    for marks in [i128::SHAPE.marks, u128::SHAPE.marks] {
        assert!(marks.intersects(Marks::REFUSED));
    }
    assert!(bson::serialize_to_bson(&1_i128).is_err());
    assert!(bson::serialize_to_vec(&BTreeMap::from([("value", 1_u128)])).is_err());
}

#[test]
fn strings_and_bytes() {
    stored_as('é', "string");
    stored_as(String::from("text"), "string");
    stored_as("text", "string");
    stored_as(Box::<str>::from("text"), "string");
    stored_as(Cow::Borrowed("text"), "string");
    stored_as(Path::new("/tmp"), "string");
    stored_as(PathBuf::from("/tmp"), "string");
    stored_as(compact_str::CompactString::from("text"), "string");
    stored_as(url::Url::parse("https://example.com").unwrap(), "string");
    stored_as(OsString::from("text"), "object");
    stored_as(CString::new("text").unwrap(), "binData");
    stored_as(vec![1_u8, 2], "array");
    stored_as(serde_bytes::ByteBuf::from(vec![1]), "binData");
    stored_as(serde_bytes::ByteArray::new([1, 2]), "binData");
}

#[test]
fn nothing_and_containers_of_one() {
    stored_as((), "null");
    stored_as(PhantomData::<u8>, "null");
    stored_as(None::<u8>, "null");
    stored_as(Some(None::<u8>), "null");
    stored_as(Some(1_u8), "int");
    stored_as(Box::new(1_u8), "int");
    stored_as(Rc::new(1_u8), "int");
    stored_as(Arc::new(1_u8), "int");
    stored_as(Cell::new(1_u8), "int");
    stored_as(RefCell::new(1_u8), "int");
    stored_as(Mutex::new(1_u8), "int");
    stored_as(RwLock::new(1_u8), "int");
    stored_as(std::cmp::Reverse(1_u8), "int");
}

#[test]
fn arrays_and_tuples() {
    stored_as(vec!["a"], "array");
    stored_as(&[1][..], "array");
    stored_as(VecDeque::from([1]), "array");
    stored_as(LinkedList::from([1]), "array");
    stored_as(BinaryHeap::from([1]), "array");
    stored_as(BTreeSet::from([1]), "array");
    stored_as(HashSet::from([1]), "array");
    stored_as(
        indexmap::IndexSet::<_, std::hash::RandomState>::from_iter([1]),
        "array",
    );
    stored_as(smallvec::SmallVec::<[i32; 2]>::from([1, 2]), "array");
    stored_as([1, 2, 3], "array");
    stored_as(("a",), "array");
    stored_as(("a", 1, Some(2.0)), "array");
    stored_as((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "twelve"), "array");
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Embedded)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Blue,
    Green,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Embedded)]
struct Word(#[field(pattern = "^[a-z]+$")] String);

#[test]
fn maps_by_their_keys() {
    stored_as(BTreeMap::from([("a", 1)]), "object");
    stored_as(HashMap::from([(String::from("a"), 1)]), "object");
    let ordered = indexmap::IndexMap::<_, _, std::hash::RandomState>::from_iter([("a", 1)]);
    stored_as(ordered, "object");
    stored_as(BTreeMap::from([(Some("a"), 1)]), "object");
    stored_as(HashMap::from([(Kind::Green, 1)]), "object");
    stored_as(BTreeMap::from([(Word("a".into()), 1)]), "object");
    stored_as(BTreeMap::from([(uuid::Uuid::new_v4(), 1)]), "object");
}

#[test]
fn a_char_is_a_key_for_one_writer_alone() {
    let map = BTreeMap::from([('a', 1)]);
    assert!(bson::serialize_to_raw_document_buf(&map).is_err());
    assert!(bson::serialize_to_document(&map).is_ok());
    assert!(char::SHAPE.marks.intersects(Marks::NO_KEY));
}

#[test]
fn keys_of_other_types_are_refused() {
    assert!(bson::serialize_to_document(&BTreeMap::from([(1, 1)])).is_err());
    assert!(bson::serialize_to_raw_document_buf(&BTreeMap::from([(true, 1)])).is_err());
    let ids = BTreeMap::from([(ObjectId::new(), 1)]);
    assert!(bson::serialize_to_raw_document_buf(&ids).is_err());
}

#[test]
fn documents_of_the_standard_library() {
    stored_as(Duration::new(1, 2), "object");
    stored_as(SystemTime::now(), "object");
    stored_as(1..3, "object");
    stored_as(1..=3, "object");
    stored_as(1.., "object");
    stored_as(..3, "object");
    stored_as(Ok::<i32, String>(1), "object");
    stored_as(Err::<i32, _>(String::from("no")), "object");
    also_stored_as(Bound::Included(1), "object");
    also_stored_as(Bound::<i32>::Unbounded, "string");
    // What the table says of the types inside.
    let [duration, _] = written(&Duration::new(1, 2));
    assert_eq!(duration, doc! { "secs": 1_i64, "nanos": 2_i64 }.into());
}

#[test]
fn types_of_bson() {
    stored_as(DateTime::now(), "date");
    stored_as(ObjectId::new(), "objectId");
    stored_as(bson::Uuid::new(), "binData");
    stored_as("1.5".parse::<Decimal128>().unwrap(), "decimal");
    let bytes = vec![1];
    stored_as(
        Binary {
            subtype: BinarySubtype::Generic,
            bytes,
        },
        "binData",
    );
    stored_as(
        Timestamp {
            time: 1,
            increment: 2,
        },
        "timestamp",
    );
    let (pattern, options) = ("a".try_into().unwrap(), "i".try_into().unwrap());
    stored_as(Regex { pattern, options }, "regex");
    let scope = doc! { "a": 1 };
    let code = JavaScriptCodeWithScope {
        code: "a".into(),
        scope,
    };
    stored_as(code, "javascriptWithScope");
    stored_as(doc! { "a": 1 }, "object");
    stored_as(bson::rawdoc! { "a": 1 }, "object");
    also_stored_as(Bson::MinKey, "minKey");
    also_stored_as(Bson::Symbol("a".into()), "symbol");
    also_stored_as(Bson::JavaScriptCode("a".into()), "javascript");
    also_stored_as(Bson::Undefined, "undefined");
    assert_eq!(render::value(&Bson::SHAPE), Document::new());
}

#[test]
fn json() {
    also_stored_as(serde_json::json!({ "a": [1] }), "object");
    also_stored_as(serde_json::json!(1.5), "double");
    stored_as(serde_json::Map::new(), "object");
    stored_as(serde_json::Number::from(1), "long");
    assert_eq!(render::value(&serde_json::Value::SHAPE), Document::new());
}

#[test]
fn dates_as_strings() {
    let date = chrono::NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
    let time = date.and_hms_opt(1, 2, 3).unwrap();
    stored_as(time.and_utc(), "string");
    stored_as(time, "string");
    stored_as(date, "string");
    stored_as(time.time(), "string");
    stored_as(chrono::Weekday::Mon, "string");
    stored_as(chrono::TimeDelta::seconds(5), "array");
    stored_as(jiff::Timestamp::UNIX_EPOCH, "string");
    stored_as(jiff::civil::date(2024, 2, 29), "string");
    stored_as(jiff::Span::new().days(1), "string");
    stored_as(jiff::SignedDuration::from_secs(1), "string");
    stored_as(rust_decimal::Decimal::new(15, 1), "string");
    for marks in [
        chrono::NaiveDate::SHAPE.marks,
        jiff::Timestamp::SHAPE.marks,
        <chrono::DateTime<chrono::Utc>>::SHAPE.marks,
    ] {
        assert!(marks.intersects(Marks::TEXT_DATE));
    }
}

#[test]
fn what_depends_on_the_writer() {
    use time::macros::{date, datetime, offset, time};
    let [array, object] = [["array", "string"], ["object", "string"]];
    stored_by_writer_as(datetime!(2024-02-29 1:02 UTC), array);
    stored_by_writer_as(datetime!(2024-02-29 1:02), array);
    stored_by_writer_as(date!(2024 - 02 - 29), array);
    stored_by_writer_as(time!(1:02), array);
    stored_by_writer_as(offset!(+1), array);
    stored_by_writer_as(time::Duration::seconds(1), array);
    stored_by_writer_as(time::Month::May, ["int", "string"]);
    stored_by_writer_as(time::Weekday::Monday, ["int", "string"]);
    stored_by_writer_as(uuid::Uuid::new_v4(), ["binData", "string"]);
    stored_by_writer_as(Ipv4Addr::LOCALHOST, array);
    stored_by_writer_as(Ipv6Addr::LOCALHOST, array);
    stored_by_writer_as(IpAddr::from([127, 0, 0, 1]), object);
    stored_by_writer_as(SocketAddr::from(([127, 0, 0, 1], 80)), object);
    stored_as(HumanReadable(uuid::Uuid::new_v4()), "string");
    stored_as(HumanReadable(Ipv4Addr::LOCALHOST), "string");
    stored_as(HumanReadable(1_i64), "long");
}

/// What is rendered beyond the type, exactly.
#[test]
fn exact_schemas() {
    let int = doc! { "bsonType": ["int", "long"], "minimum": 0, "maximum": 255 };
    let rows = [
        (
            char::SHAPE,
            doc! { "bsonType": "string", "minLength": 1, "maxLength": 1 },
        ),
        (
            <(bool, u8)>::SHAPE,
            doc! {
                "bsonType": "array", "items": [{ "bsonType": "bool" }, &int], "minItems": 2, "maxItems": 2,
            },
        ),
        (
            <[bool; 3]>::SHAPE,
            doc! { "bsonType": "array", "items": { "bsonType": "bool" }, "minItems": 3, "maxItems": 3 },
        ),
        (
            HashSet::<Kind>::SHAPE,
            doc! {
                "bsonType": "array", "items": { "bsonType": "string", "enum": ["blue", "green"] },
                "maxItems": 2, "uniqueItems": true,
            },
        ),
        (
            HashMap::<Kind, u8>::SHAPE,
            doc! {
                "bsonType": "object", "properties": { "blue": &int, "green": &int },
                "additionalProperties": false,
            },
        ),
        (
            BTreeMap::<Word, u8>::SHAPE,
            doc! {
                "bsonType": "object", "patternProperties": { "^[a-z]+$": &int },
                "additionalProperties": false,
            },
        ),
        (
            HashMap::<String, u8>::SHAPE,
            doc! { "bsonType": "object", "additionalProperties": &int },
        ),
        (
            <std::ops::Range<u8>>::SHAPE,
            doc! {
                "bsonType": "object", "required": ["start", "end"],
                "properties": { "start": &int, "end": &int }, "additionalProperties": false,
            },
        ),
        (
            Result::<u8, bool>::SHAPE,
            doc! {
                "bsonType": "object", "properties": { "Ok": &int, "Err": { "bsonType": "bool" } },
                "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
            },
        ),
    ];
    for (shape, expected) in rows {
        assert_eq!(render::value(&shape), expected);
    }
}
