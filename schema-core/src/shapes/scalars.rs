//! Numbers, booleans and strings.

use std::num::{NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32};

use super::leaf;
use crate::model::{Shape, Types};

leaf! {
    bool => Shape::scalar(Types::BOOL);
    char => Shape::scalar(Types::STRING);
    str => Shape::scalar(Types::STRING);
    String => Shape::scalar(Types::STRING);
    std::path::Path => Shape::scalar(Types::STRING);
    std::path::PathBuf => Shape::scalar(Types::STRING);
    () => Shape::scalar(Types::NULL);

    i8 => Shape::integer(i8::MIN as i64, i8::MAX as i64);
    i16 => Shape::integer(i16::MIN as i64, i16::MAX as i64);
    i32 => Shape::integer(i32::MIN as i64, i32::MAX as i64);
    i64 => Shape::integer(i64::MIN, i64::MAX);
    isize => Shape::integer(i64::MIN, i64::MAX);
    u8 => Shape::integer(0, u8::MAX as i64);
    u16 => Shape::integer(0, u16::MAX as i64);
    u32 => Shape::integer(0, u32::MAX as i64);
    // What is larger than an i64 cannot be serialised.
    u64 => Shape::integer(0, i64::MAX);
    usize => Shape::integer(0, i64::MAX);
    // Zero inside a signed range cannot be told by a minimum and a maximum.
    NonZeroI8 => Shape::integer(i8::MIN as i64, i8::MAX as i64);
    NonZeroI16 => Shape::integer(i16::MIN as i64, i16::MAX as i64);
    NonZeroI32 => Shape::integer(i32::MIN as i64, i32::MAX as i64);
    NonZeroI64 => Shape::integer(i64::MIN, i64::MAX);
    NonZeroU8 => Shape::integer(1, u8::MAX as i64);
    NonZeroU16 => Shape::integer(1, u16::MAX as i64);
    NonZeroU32 => Shape::integer(1, u32::MAX as i64);

    // `$inc` by an integer keeps a double a double, but a driver in another language writes 2.0 as 2.
    f32 => Shape::scalar(Types::DOUBLE.or(Types::INTEGER));
    f64 => Shape::scalar(Types::DOUBLE.or(Types::INTEGER));
}
