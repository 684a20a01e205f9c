//! What each supported type is written as, by both of the driver's ways, is what its validator
//! admits (MongoDB documentation, "BSON Types").

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    fmt::Debug,
    marker::PhantomData,
    num::{NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32},
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

use bson::{Bson, Document, doc, oid::ObjectId, spec::ElementType};
use schema_core::{EmbeddedSchema, model::Types};
use serde::Serialize;

#[derive(Serialize)]
struct Holder<T> {
    value: T,
}

/// The element type as its alias in `bsonType`.
fn alias(element: ElementType) -> &'static str {
    match element {
        ElementType::Double => "double",
        ElementType::String => "string",
        ElementType::EmbeddedDocument => "object",
        ElementType::Array => "array",
        ElementType::Binary => "binData",
        ElementType::Undefined => "undefined",
        ElementType::ObjectId => "objectId",
        ElementType::Boolean => "bool",
        ElementType::DateTime => "date",
        ElementType::Null => "null",
        ElementType::RegularExpression => "regex",
        ElementType::DbPointer => "dbPointer",
        ElementType::JavaScriptCode => "javascript",
        ElementType::Symbol => "symbol",
        ElementType::JavaScriptCodeWithScope => "javascriptWithScope",
        ElementType::Int32 => "int",
        ElementType::Timestamp => "timestamp",
        ElementType::Int64 => "long",
        ElementType::Decimal128 => "decimal",
        ElementType::MinKey => "minKey",
        ElementType::MaxKey => "maxKey",
    }
}

/// `value` is written as `expected`, and its type's shape admits that.
#[track_caller]
fn is_stored_as<T: Serialize + EmbeddedSchema>(value: T, expected: &str) {
    let holder = Holder { value };
    let by_bulk_write = bson::serialize_to_document(&holder).unwrap();
    let by_insert = bson::serialize_to_raw_document_buf(&holder).unwrap();
    let by_insert = by_insert.get("value").unwrap().unwrap().element_type();
    let by_bulk_write = by_bulk_write.get("value").unwrap().element_type();
    assert_eq!(
        (alias(by_insert), alias(by_bulk_write)),
        (expected, expected)
    );
    let admitted: Vec<&str> = T::SHAPE.types.aliases().collect();
    assert!(
        admitted.contains(&expected),
        "the validator admits {admitted:?}"
    );
}

/// Nothing but numbers is admitted beside the type that a value is written as.
#[track_caller]
fn is_stored_as_nothing_but<T: Serialize + EmbeddedSchema + Debug>(value: T, expected: &str) {
    let numbers: Vec<&str> = Types::NUMBER.aliases().collect();
    let more = T::SHAPE.types.aliases().filter(|alias| *alias != expected);
    let more: Vec<&str> = more.collect();
    let widened = numbers.contains(&expected) && more.iter().all(|alias| numbers.contains(alias));
    assert!(more.is_empty() || widened, "{value:?}: {more:?}");
    is_stored_as(value, expected);
}

#[test]
fn numbers() {
    is_stored_as_nothing_but(-1_i8, "int");
    is_stored_as_nothing_but(-1_i16, "int");
    is_stored_as_nothing_but(i32::MIN, "int");
    is_stored_as_nothing_but(1_i64, "long");
    is_stored_as_nothing_but(1_isize, "long");
    is_stored_as_nothing_but(1_u8, "int");
    is_stored_as_nothing_but(1_u16, "int");
    is_stored_as_nothing_but(1_u32, "long");
    is_stored_as_nothing_but(1_u64, "long");
    is_stored_as_nothing_but(1_usize, "long");
    is_stored_as_nothing_but(NonZeroI8::MIN, "int");
    is_stored_as_nothing_but(NonZeroI16::MIN, "int");
    is_stored_as_nothing_but(NonZeroI32::MIN, "int");
    is_stored_as_nothing_but(NonZeroI64::MIN, "long");
    is_stored_as_nothing_but(NonZeroU8::MIN, "int");
    is_stored_as_nothing_but(NonZeroU16::MIN, "int");
    is_stored_as_nothing_but(NonZeroU32::MIN, "long");
    is_stored_as_nothing_but(0.1_f32, "double");
    is_stored_as_nothing_but(2.0_f64, "double");
}

#[test]
fn what_is_larger_than_an_i64_cannot_be_written() {
    let holder = Holder { value: u64::MAX };
    assert!(bson::serialize_to_document(&holder).is_err());
    assert!(bson::serialize_to_raw_document_buf(&holder).is_err());
}

#[test]
fn text_and_nothing() {
    is_stored_as_nothing_but(true, "bool");
    is_stored_as_nothing_but('a', "string");
    is_stored_as_nothing_but("a", "string");
    is_stored_as_nothing_but(String::from("a"), "string");
    is_stored_as_nothing_but(Path::new("a"), "string");
    is_stored_as_nothing_but(PathBuf::from("a"), "string");
    is_stored_as_nothing_but((), "null");
    is_stored_as_nothing_but(PhantomData::<u8>, "null");
}

#[test]
fn types_of_bson() {
    is_stored_as_nothing_but(ObjectId::new(), "objectId");
    is_stored_as_nothing_but(bson::DateTime::now(), "date");
    is_stored_as_nothing_but("1.5".parse::<bson::Decimal128>().unwrap(), "decimal");
    is_stored_as_nothing_but(bson::Uuid::new(), "binData");
    let subtype = bson::spec::BinarySubtype::Generic;
    is_stored_as_nothing_but(
        bson::Binary {
            subtype,
            bytes: vec![1],
        },
        "binData",
    );
    is_stored_as_nothing_but(
        bson::Timestamp {
            time: 1,
            increment: 1,
        },
        "timestamp",
    );
    is_stored_as_nothing_but(doc! { "a": 1 }, "object");
    is_stored_as_nothing_but(bson::RawDocumentBuf::new(), "object");
    is_stored_as(Bson::MaxKey, "maxKey");
    let code = bson::JavaScriptCodeWithScope {
        code: "x".into(),
        scope: Document::new(),
    };
    is_stored_as_nothing_but(code, "javascriptWithScope");
    let (pattern, options) = ("^a".try_into().unwrap(), "i".try_into().unwrap());
    is_stored_as_nothing_but(bson::Regex { pattern, options }, "regex");
}

#[test]
fn what_holds_other_values() {
    is_stored_as_nothing_but(Box::new("a"), "string");
    is_stored_as_nothing_but(Rc::new("a"), "string");
    is_stored_as_nothing_but(Arc::new("a"), "string");
    is_stored_as_nothing_but(Cow::Borrowed("a"), "string");
    is_stored_as_nothing_but(Cell::new(true), "bool");
    is_stored_as_nothing_but(RefCell::new(true), "bool");
    is_stored_as_nothing_but(Mutex::new(true), "bool");
    is_stored_as_nothing_but(RwLock::new(true), "bool");
    is_stored_as(Some(1_i32), "int");
    is_stored_as(None::<i32>, "null");
    is_stored_as(Some(None::<i32>), "null");
    is_stored_as_nothing_but(vec![1_u8], "array");
    is_stored_as_nothing_but([1_u8; 3], "array");
    is_stored_as_nothing_but(&[1_i32][..], "array");
    is_stored_as_nothing_but(VecDeque::from([1_i32]), "array");
    is_stored_as_nothing_but(BTreeSet::from([1_i32]), "array");
    is_stored_as_nothing_but(HashSet::from([1_i32]), "array");
    is_stored_as_nothing_but(BTreeMap::from([("a", 1_i32)]), "object");
    is_stored_as_nothing_but(HashMap::from([(String::from("a"), 1_i32)]), "object");
}
