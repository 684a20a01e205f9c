//! Numbers across BSON's types, compared exactly.

use std::cmp::Ordering;

use bson::Bson;

use crate::normal::same;

/// Which of two numbers in normal form is greater; none where that is not known: NaN, and decimals
/// with a fraction.
pub(super) fn order(left: &Bson, right: &Bson) -> Option<Ordering> {
    match (whole(left), whole(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        (Some(left), None) => Some(against(left, fraction(right)?)),
        (None, Some(right)) => Some(against(right, fraction(left)?).reverse()),
        (None, None) => match (fraction(left), fraction(right)) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            _ => same(Some(left), Some(right))
                .then_some(Ordering::Equal)
                .filter(|_| matches!(left, Bson::Decimal128(_)) && !is_nan(left)),
        },
    }
}

/// An `int` or `long`.
pub(super) fn whole(value: &Bson) -> Option<i64> {
    match value {
        Bson::Int32(number) => Some((*number).into()),
        Bson::Int64(number) => Some(*number),
        _ => None,
    }
}

fn fraction(value: &Bson) -> Option<f64> {
    match value {
        Bson::Double(number) if !number.is_nan() => Some(*number),
        _ => None,
    }
}

fn is_nan(value: &Bson) -> bool {
    value.to_string().to_ascii_lowercase().contains("nan")
}

/// A whole number against one that is none: a fraction, or beyond the range of `long`.
fn against(whole: i64, other: f64) -> Ordering {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if other >= LIMIT {
        return Ordering::Less;
    }
    if other < -LIMIT {
        return Ordering::Greater;
    }
    let below = other.floor() as i64;
    let beyond = if other.fract() == 0.0 {
        Ordering::Equal
    } else {
        Ordering::Less
    };
    whole.cmp(&below).then(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_precision_is_lost() {
        let long = |number: i64| Bson::Int64(number);
        let double = |number: f64| Bson::Double(number);
        assert_eq!(order(&long(1), &double(1.5)), Some(Ordering::Less));
        assert_eq!(order(&double(-1.5), &long(-1)), Some(Ordering::Less));
        assert_eq!(order(&long(-2), &double(-1.5)), Some(Ordering::Less));
        assert_eq!(
            order(&long(i64::MAX), &double(9.3e18)),
            Some(Ordering::Less)
        );
        assert_eq!(
            order(&long((1 << 53) + 1), &long(1 << 53)),
            Some(Ordering::Greater)
        );
        assert_eq!(order(&long(0), &double(f64::NAN)), None);
        let decimal = |text: &str| Bson::Decimal128(text.parse().expect("a decimal"));
        assert_eq!(
            order(&decimal("0.5"), &decimal("0.5")),
            Some(Ordering::Equal)
        );
        assert_eq!(order(&decimal("0.5"), &decimal("0.50")), None);
        assert_eq!(order(&decimal("NaN"), &decimal("NaN")), None);
    }
}
