//! Numbers of BSON's four numeric types, compared by value.

use std::cmp::Ordering;

use super::decimal::Decimal;
use super::raw::{Value, kind};

/// A number; an `int` and a `long` of the same value are one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    Integer(i64),
    Double(f64),
    Decimal(Decimal),
}

impl Number {
    /// None for what is no number.
    #[inline]
    pub(super) fn of(value: Value<'_>) -> Option<Self> {
        Some(match value.kind() {
            kind::INT => Self::Integer(i32::from_le_bytes(value.bytes.try_into().ok()?).into()),
            kind::LONG => Self::Integer(i64::from_le_bytes(value.bytes.try_into().ok()?)),
            kind::DOUBLE => Self::Double(f64::from_le_bytes(value.bytes.try_into().ok()?)),
            kind::DECIMAL => Self::Decimal(Decimal::from_bytes(value.bytes.try_into().ok()?)),
            _ => return None,
        })
    }

    pub(super) fn is_nan(self) -> bool {
        match self {
            Self::Integer(_) => false,
            Self::Double(value) => value.is_nan(),
            Self::Decimal(value) => value == Decimal::NaN,
        }
    }

    /// By value, exactly; NaN equals itself and is below everything else.
    #[inline]
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => left.cmp(&right),
            (Self::Double(left), Self::Double(right)) => compare_doubles(left, right),
            (Self::Integer(left), Self::Double(right)) => compare_integer(left, right),
            (Self::Double(left), Self::Integer(right)) => compare_integer(right, left).reverse(),
            (Self::Decimal(left), right) => compare_decimal(left, right),
            (left, Self::Decimal(right)) => compare_decimal(right, left).reverse(),
        }
    }

    /// As the server divides: in decimals, of a double its first fifteen digits.
    pub(super) fn is_multiple_of(self, divisor: Self) -> bool {
        match (self, divisor) {
            (Self::Integer(value), Self::Integer(divisor)) => value.checked_rem(divisor) == Some(0),
            _ => self.decimal().is_multiple_of(divisor.decimal()),
        }
    }

    pub(super) fn decimal(self) -> Decimal {
        match self {
            Self::Integer(value) => Decimal::from_integer(value),
            Self::Double(value) => Decimal::from_double(value),
            Self::Decimal(value) => value,
        }
    }

    /// The double nearest to it, which is the same for numbers that are equal; one NaN and one zero.
    #[allow(clippy::cast_precision_loss, reason = "the nearest one is asked for")]
    pub(super) fn nearest_double(self) -> f64 {
        let nearest = match self {
            Self::Integer(value) => value as f64,
            Self::Double(value) => value,
            Self::Decimal(value) => value.nearest_double(),
        };
        if nearest.is_nan() {
            f64::NAN
        } else {
            // Makes -0 0.
            nearest + 0.0
        }
    }
}

fn compare_doubles(left: f64, right: f64) -> Ordering {
    left.partial_cmp(&right)
        .unwrap_or_else(|| right.is_nan().cmp(&left.is_nan()))
}

/// An integer and a double, without rounding either.
fn compare_integer(left: i64, right: f64) -> Ordering {
    // 2^63, which a double holds and an i64 does not.
    const END: f64 = 9_223_372_036_854_775_808.0;
    if right.is_nan() || right < -END {
        Ordering::Greater
    } else if right >= END {
        Ordering::Less
    } else {
        let whole = right.trunc();
        let fraction = right - whole;
        left.cmp(&(whole as i64))
            .then_with(|| 0.0.partial_cmp(&fraction).unwrap_or(Ordering::Equal))
    }
}

fn compare_decimal(left: Decimal, right: Number) -> Ordering {
    let rank = |it: Decimal| match it {
        Decimal::NaN => 0,
        Decimal::Infinite { negative: true } => 1,
        Decimal::Finite(_) => 2,
        Decimal::Infinite { negative: false } => 3,
    };
    let right = match right {
        Number::Double(value) if value.is_finite() => {
            return match left {
                Decimal::Finite(left) => left.compare_double(value),
                _ => rank(left).cmp(&2),
            };
        }
        other => other.decimal(),
    };
    match (left, right) {
        (Decimal::Finite(left), Decimal::Finite(right)) => left.compare(right),
        _ => rank(left).cmp(&rank(right)),
    }
}
