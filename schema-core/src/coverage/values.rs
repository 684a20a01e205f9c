//! Constants of filters beside each other, in the server's order. Source: Comparison/Sort Order.

use crate::model::Value;

/// Whether two constants are equal; numbers compare as numbers.
pub(super) const fn equal(a: &Value, b: &Value) -> bool {
    matches!(compare(a, b), Some(0))
}

/// Below zero, zero or above, as the first is less than, equal to or greater than the second; none
/// where they are of different kinds.
#[allow(clippy::cast_precision_loss)] // beyond 2^53 a proof may then fail, and no index is chosen
pub(super) const fn compare(a: &Value, b: &Value) -> Option<i8> {
    Some(match (a, b) {
        (Value::Null, Value::Null) => 0,
        (Value::Bool(a), Value::Bool(b)) => *a as i8 - *b as i8,
        (Value::Integer(a), Value::Integer(b)) | (Value::Date(a), Value::Date(b)) => {
            if *a < *b {
                -1
            } else {
                (*a > *b) as i8
            }
        }
        (Value::Float(a), Value::Float(b)) => return floats(*a, *b),
        (Value::Integer(a), Value::Float(b)) => return floats(*a as f64, *b),
        (Value::Float(a), Value::Integer(b)) => return floats(*a, *b as f64),
        (Value::String(a), Value::String(b)) => bytes(a.as_bytes(), b.as_bytes()),
        (Value::ObjectId(a), Value::ObjectId(b)) => bytes(a, b),
        _ => return None,
    })
}

const fn floats(a: f64, b: f64) -> Option<i8> {
    if a < b {
        Some(-1)
    } else if a > b {
        Some(1)
    } else if a <= b {
        Some(0)
    } else {
        None
    }
}

const fn bytes(a: &[u8], b: &[u8]) -> i8 {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] < b[at] { -1 } else { 1 };
        }
        at += 1;
    }
    if a.len() == b.len() {
        0
    } else if a.len() < b.len() {
        -1
    } else {
        1
    }
}
