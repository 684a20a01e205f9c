//! Numbers and texts of the standard library.

#![allow(clippy::option_option)] // applications have them

use std::{
    borrow::Cow,
    ffi::{CString, OsString},
    marker::PhantomData,
    net::Ipv4Addr,
    num::{
        NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16,
        NonZeroU32, NonZeroU64, NonZeroUsize, Saturating, Wrapping,
    },
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicI16, AtomicI32, AtomicI64, AtomicU8, AtomicU32, AtomicU64},
};

use bson::{oid::ObjectId, serde_helpers::HumanReadable};
use proptest::prelude::*;
use schema_core::Collection;
use serde::Serialize;

use crate::drawn::{drawn, object_id, text};

hold! {
    integers: Integers;
    integers_but_zero: NonZero;
    integers_in_others: Inside;
    floats: Floats;
    texts: Texts;
}

#[derive(Debug, Serialize, Collection)]
#[collection(name = "integers", global = "a test")]
struct Integers {
    #[serde(rename = "_id")]
    id: ObjectId,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    isize: isize,
    u8: u8,
    u16: u16,
    u32: u32,
    #[field(maximum = 9_000_000_000_000)]
    u64: u64,
    #[field(allow(unsigned_overflow = "drawn below"))]
    usize: usize,
    #[field(strict_bson_type)]
    int: i32,
    #[field(strict_bson_type)]
    long: i64,
    #[field(strict_bson_type)]
    long_of_u32: Option<u32>,
    boolean: bool,
}

drawn!(Integers {
    id: object_id(),
    i8: any::<i8>(),
    i16: any::<i16>(),
    i32: any::<i32>(),
    i64: any::<i64>(),
    isize: any::<isize>(),
    u8: any::<u8>(),
    u16: any::<u16>(),
    u32: any::<u32>(),
    u64: 0..=9_000_000_000_000_u64,
    usize: any::<usize>().prop_map(|it| it >> 1),
    int: any::<i32>(),
    long: any::<i64>(),
    long_of_u32: any::<Option<u32>>(),
    boolean: any::<bool>(),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "non_zero", global = "a test")]
struct NonZero {
    #[serde(rename = "_id")]
    id: i64,
    i8: NonZeroI8,
    i16: NonZeroI16,
    i32: NonZeroI32,
    i64: NonZeroI64,
    isize: NonZeroIsize,
    u8: NonZeroU8,
    u16: NonZeroU16,
    u32: NonZeroU32,
    #[field(allow(unsigned_overflow = "drawn below"))]
    u64: NonZeroU64,
    #[field(maximum = 5)]
    usize: NonZeroUsize,
}

drawn!(NonZero {
    id: any::<i64>(),
    i8: any::<NonZeroI8>(),
    i16: any::<NonZeroI16>(),
    i32: any::<NonZeroI32>(),
    i64: any::<NonZeroI64>(),
    isize: any::<NonZeroIsize>(),
    u8: any::<NonZeroU8>(),
    u16: any::<NonZeroU16>(),
    u32: any::<NonZeroU32>(),
    u64: (1..=1_u64 << 62).prop_map(|it| NonZeroU64::new(it).unwrap()),
    usize: (1..=5_usize).prop_map(|it| NonZeroUsize::new(it).unwrap()),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "inside", global = "a test")]
struct Inside {
    #[serde(rename = "_id")]
    id: String,
    wrapping: Wrapping<i16>,
    saturating: Saturating<u8>,
    reverse: std::cmp::Reverse<i32>,
    bool: AtomicBool,
    i16: AtomicI16,
    i32: AtomicI32,
    i64: AtomicI64,
    u8: AtomicU8,
    u32: AtomicU32,
    #[field(allow(unsigned_overflow = "drawn below"))]
    u64: AtomicU64,
}

drawn!(Inside {
    id: text(0, 6),
    wrapping: any::<i16>().prop_map(Wrapping),
    saturating: any::<u8>().prop_map(Saturating),
    reverse: any::<i32>().prop_map(std::cmp::Reverse),
    bool: any::<bool>().prop_map(AtomicBool::new),
    i16: any::<i16>().prop_map(AtomicI16::new),
    i32: any::<i32>().prop_map(AtomicI32::new),
    i64: any::<i64>().prop_map(AtomicI64::new),
    u8: any::<u8>().prop_map(AtomicU8::new),
    u32: any::<u32>().prop_map(AtomicU32::new),
    u64: any::<u32>().prop_map(|it| AtomicU64::new(it.into())),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "floats", global = "a test")]
struct Floats {
    #[serde(rename = "_id")]
    id: ObjectId,
    f32: f32,
    f64: f64,
    #[field(strict_bson_type)]
    double: f64,
    optional: Option<f32>,
    nested: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<f64>,
}

drawn!(Floats {
    id: object_id(),
    f32: any::<f32>(),
    f64: prop_oneof![
        any::<f64>(),
        Just(f64::NAN),
        Just(f64::NEG_INFINITY),
        Just(-0.0)
    ],
    double: any::<f64>(),
    optional: any::<Option<f32>>(),
    nested: any::<Option<Option<f64>>>(),
    absent: any::<Option<f64>>(),
});

#[derive(Debug, Serialize, Collection)]
#[collection(name = "texts", global = "a test")]
struct Texts {
    #[serde(rename = "_id")]
    id: ObjectId,
    char: char,
    string: String,
    boxed: Box<str>,
    borrowed: &'static str,
    cow: Cow<'static, str>,
    path: PathBuf,
    #[field(max_length = 9)]
    arc: std::sync::Arc<str>,
    os: OsString,
    c: CString,
    unit: (),
    nothing: PhantomData<u8>,
    address: HumanReadable<Ipv4Addr>,
}

drawn!(Texts {
    id: object_id(),
    char: any::<char>(),
    string: any::<String>(),
    boxed: text(0, 5).prop_map(String::into_boxed_str),
    borrowed: prop::sample::select(vec!["", "a", "\u{e9}\0"]),
    cow: text(0, 5).prop_map(Cow::Owned),
    path: text(0, 5).prop_map(PathBuf::from),
    arc: text(0, 9).prop_map(std::sync::Arc::from),
    os: text(0, 5).prop_map(OsString::from),
    c: text(0, 5).prop_map(|it| CString::new(it).unwrap()),
    unit: Just(()),
    nothing: Just(PhantomData),
    address: any::<Ipv4Addr>().prop_map(HumanReadable),
});
