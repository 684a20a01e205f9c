//! Whether two collations compare strings in one way.

use crate::model::{Collation, CollationParameter};
use crate::variant::same as same_bytes;

/// Whether two collations are the same, no collation being `simple`. Parameters are in one order.
pub(super) const fn same(a: Option<&Collation>, b: Option<&Collation>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(_), None) => !compares(a),
        (None, Some(_)) => !compares(b),
        (Some(a), Some(b)) => all_same(a, b),
    }
}

const fn all_same(a: &[CollationParameter], b: &[CollationParameter]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if !is(a[at], b[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn is(a: CollationParameter, b: CollationParameter) -> bool {
    use CollationParameter as P;
    match (a, b) {
        (P::Locale(a), P::Locale(b))
        | (P::CaseFirst(a), P::CaseFirst(b))
        | (P::Alternate(a), P::Alternate(b))
        | (P::MaxVariable(a), P::MaxVariable(b)) => same_bytes(a.as_bytes(), b.as_bytes()),
        (P::CaseLevel(a), P::CaseLevel(b))
        | (P::NumericOrdering(a), P::NumericOrdering(b))
        | (P::Normalization(a), P::Normalization(b))
        | (P::Backwards(a), P::Backwards(b)) => a == b,
        (P::Strength(a), P::Strength(b)) => a == b,
        _ => false,
    }
}

/// Whether it compares strings in another way than byte for byte.
pub(super) const fn compares(collation: Option<&Collation>) -> bool {
    match collation {
        Some(&[CollationParameter::Locale(locale), ..]) => {
            !same_bytes(locale.as_bytes(), b"simple")
        }
        Some(_) => true,
        None => false,
    }
}
