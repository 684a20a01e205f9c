//! What single values take, and how many of them there may be.

use super::{
    Array, Doc, Form, Shape, Types,
    bounds::{Bounds, Kind, lesser},
};

/// Types of which each value takes as many bytes.
const EIGHT_BYTES: Types = Types::DOUBLE
    .or(Types::LONG)
    .or(Types::DATE)
    .or(Types::TIMESTAMP);
/// Types of which no value is larger than a decimal.
pub(super) const FIXED: Types = EIGHT_BYTES
    .or(Types::INT)
    .or(Types::DECIMAL)
    .or(Types::OBJECT_ID)
    .or(Types::BOOL)
    .or(Types::NULL)
    .or(Types::UNDEFINED)
    .or(Types::MIN_KEY)
    .or(Types::MAX_KEY);

/// The most items of an array; the largest number where nothing says it.
pub(super) const fn most_items(array: &Array, bounds: &Bounds<'_>, depth: u8) -> u64 {
    let said = bounds.least(depth, Kind::MaxItems);
    match array.most() {
        Some(most) => lesser(said, most as u64),
        None => said,
    }
}

/// The most items of an array at a depth of a field, where something says it.
pub(crate) const fn most_in(doc: &Doc, field: usize, array: &Array, depth: u8) -> Option<u64> {
    let bounds = Bounds::on(doc, field);
    match most_items(array, &bounds, depth) {
        u64::MAX => None,
        most => Some(most),
    }
}

/// The bytes of an integer. An `$inc` can turn an `int` into a `long`, unless the validator admits the `int` alone.
pub(super) const fn integer(least: i64, most: i64, bounds: &Bounds<'_>, depth: u8) -> u64 {
    let narrow = least >= i32::MIN as i64 && most <= i32::MAX as i64;
    if narrow && bounds.least(depth, Kind::Strict) == 0 {
        4
    } else {
        8
    }
}

/// The largest value of the types that bound their own size.
pub(super) const fn fixed(types: Types) -> u64 {
    if types.intersects(Types::DECIMAL) {
        16
    } else if types.intersects(Types::OBJECT_ID) {
        12
    } else if types.intersects(EIGHT_BYTES) {
        8
    } else if types.intersects(Types::INT) {
        4
    } else if types.intersects(Types::BOOL) {
        1
    } else {
        0
    }
}

/// How many listed fields a document may lack, beside the flattened one at this position.
pub(super) const fn may_be_left_out(doc: &Doc, flattened: usize) -> u64 {
    let (mut count, mut field) = (0, 0);
    while field < doc.shapes.len() {
        let flags = doc.flags(field);
        if flags.flattened() && field != flattened {
            count += listed(doc.shapes[field]);
        } else if !flags.flattened() && !flags.required() {
            count += 1;
        }
        field += 1;
    }
    count
}

/// No fewer fields than a flattened value brings.
const fn listed(shape: &Shape) -> u64 {
    match shape.resolved().form {
        Form::Document(doc) => doc.get().shapes.len() as u64,
        Form::Variants(all) => {
            let (mut count, mut at) = (2, 0);
            while at < all.get().variants.len() {
                if let Some(doc) = all.get().variants[at].content.doc() {
                    count += doc.shapes.len() as u64;
                }
                at += 1;
            }
            count
        }
        _ => 0,
    }
}

/// The decimal digits of all numbers below this one.
pub(super) const fn digits(count: u64) -> u64 {
    let (mut total, mut power) = (count, 10_u64);
    while power < count {
        total = total.saturating_add(count - power);
        power = power.saturating_mul(10);
    }
    total
}

/// The larger of two.
pub(super) const fn greater(one: u64, other: u64) -> u64 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn index_keys_are_counted_in_decimal_digits() {
        for count in [0, 1, 9, 10, 11, 99, 100, 101, 1000, 12_345] {
            let counted: usize = (0..count).map(|at: u64| at.to_string().len()).sum();
            assert_eq!(digits(count), counted as u64, "{count}");
        }
    }
}
