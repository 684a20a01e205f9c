//! Numbers, booleans and strings.

use std::{
    ffi::{CStr, CString, OsStr, OsString},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::{
        NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16,
        NonZeroU32, NonZeroU64, NonZeroUsize,
    },
    sync::atomic::{
        AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
        AtomicU32, AtomicU64, AtomicUsize,
    },
};

use super::{
    helpers::text_of,
    leaf,
    structures::{DURATION, SYSTEM_TIME},
};
use crate::model::{DocRef, Form, Marks, Shape, Types};

/// An unsigned integer of 64 bits: what is larger than an `i64` cannot be serialised.
const fn unsigned(minimum: i64) -> Shape {
    Shape::integer(minimum, i64::MAX).marked(Marks::UNSIGNED)
}

/// A floating-point number. `$inc` by an integer keeps a double a double, but a driver in another
/// language writes 2.0 as 2.
const FLOAT: Shape = Shape::scalar(Types::DOUBLE.or(Types::INTEGER));

/// A number that no writer serialises.
const REFUSED: Shape = Shape::POISON.marked(Marks::REFUSED);

/// An address: a string where the writer is human-readable, otherwise bytes.
const fn address(bytes: Types) -> Shape {
    Shape::scalar(bytes.or(Types::STRING)).marked(Marks::WRITER_DEPENDENT)
}

leaf! {
    bool => Shape::scalar(Types::BOOL);
    AtomicBool => Shape::scalar(Types::BOOL);
    char => text_of!(1).marked(Marks::NO_KEY);
    str => Shape::scalar(Types::STRING);
    String => Shape::scalar(Types::STRING);
    std::path::Path => Shape::scalar(Types::STRING);
    std::path::PathBuf => Shape::scalar(Types::STRING);
    // `{ "Unix": [ … ] }` or `{ "Windows": [ … ] }`
    OsStr => Shape::scalar(Types::OBJECT);
    OsString => Shape::scalar(Types::OBJECT);
    CStr => Shape::scalar(Types::BIN_DATA);
    CString => Shape::scalar(Types::BIN_DATA);
    () => Shape::scalar(Types::NULL);

    i8 => Shape::integer(i8::MIN as i64, i8::MAX as i64);
    i16 => Shape::integer(i16::MIN as i64, i16::MAX as i64);
    i32 => Shape::integer(i32::MIN as i64, i32::MAX as i64);
    i64 => Shape::integer(i64::MIN, i64::MAX);
    isize => Shape::integer(i64::MIN, i64::MAX);
    u8 => Shape::integer(0, u8::MAX as i64);
    u16 => Shape::integer(0, u16::MAX as i64);
    u32 => Shape::integer(0, u32::MAX as i64);
    u64 => unsigned(0);
    usize => unsigned(0);
    i128 => REFUSED;
    u128 => REFUSED;
    // Zero inside a signed range cannot be told by a minimum and a maximum.
    NonZeroI8 => Shape::integer(i8::MIN as i64, i8::MAX as i64);
    NonZeroI16 => Shape::integer(i16::MIN as i64, i16::MAX as i64);
    NonZeroI32 => Shape::integer(i32::MIN as i64, i32::MAX as i64);
    NonZeroI64 => Shape::integer(i64::MIN, i64::MAX);
    NonZeroIsize => Shape::integer(i64::MIN, i64::MAX);
    NonZeroU8 => Shape::integer(1, u8::MAX as i64);
    NonZeroU16 => Shape::integer(1, u16::MAX as i64);
    NonZeroU32 => Shape::integer(1, u32::MAX as i64);
    NonZeroU64 => unsigned(1);
    NonZeroUsize => unsigned(1);
    AtomicI8 => Shape::integer(i8::MIN as i64, i8::MAX as i64);
    AtomicI16 => Shape::integer(i16::MIN as i64, i16::MAX as i64);
    AtomicI32 => Shape::integer(i32::MIN as i64, i32::MAX as i64);
    AtomicI64 => Shape::integer(i64::MIN, i64::MAX);
    AtomicIsize => Shape::integer(i64::MIN, i64::MAX);
    AtomicU8 => Shape::integer(0, u8::MAX as i64);
    AtomicU16 => Shape::integer(0, u16::MAX as i64);
    AtomicU32 => Shape::integer(0, u32::MAX as i64);
    AtomicU64 => unsigned(0);
    AtomicUsize => unsigned(0);

    f32 => FLOAT;
    f64 => FLOAT;

    Ipv4Addr => address(Types::ARRAY);
    Ipv6Addr => address(Types::ARRAY);
    IpAddr => address(Types::OBJECT);
    SocketAddr => address(Types::OBJECT);
    SocketAddrV4 => address(Types::ARRAY);
    SocketAddrV6 => address(Types::ARRAY);

    std::time::Duration => Shape::new(Types::OBJECT, Form::Document(DocRef::new(&DURATION)));
    std::time::SystemTime => Shape::new(Types::OBJECT, Form::Document(DocRef::new(&SYSTEM_TIME)));
}
