//! Scans of ordinary, hashed and wildcard indexes.

use super::conditions::{Condition, covers_path};
use super::view::{IndexView, KeyKind, Lack, QueryView, Role};

/// The most scans of an index that the server merges to keep its order. Source: Server Parameters,
/// `internalQueryMaxScansToExplode`.
pub const MOST_SCANS: u64 = 200;

/// A scan, as far as it was followed along the index's keys.
#[derive(Clone, Copy)]
struct Scan {
    /// How many keys it has used, from the first.
    keys: usize,
    /// The next part of the query's order that it has to provide.
    order: Option<usize>,
    /// How many separate values the lists among its keys admit.
    scans: u64,
    /// How many of its keys have a condition.
    bounds: usize,
}

/// Whether the index serves a query that searches neither by text nor by distance.
pub(super) const fn serves(index: &IndexView<'_>, query: &QueryView<'_>) -> Result<(), Lack> {
    if is_special(index) {
        return Err(Lack::Kind);
    }
    let start = Scan {
        keys: 0,
        order: query.next_order(0),
        scans: 1,
        bounds: 0,
    };
    let scan = match points(index, query, start) {
        Ok(scan) => scan,
        Err(lack) => return Err(lack),
    };
    if is_one_document(index, scan) {
        return Ok(());
    }
    let scan = match in_order(index, query, scan) {
        Ok(scan) => scan,
        Err(lack) => return Err(lack),
    };
    if scan.bounds == 0 && scan.keys > 0 {
        return whole_index(index, query);
    }
    let scan = match ranges(index, query, scan) {
        Ok(scan) => scan,
        Err(lack) => return Err(lack),
    };
    match query.unbounded(index, scan.keys) {
        Some(lack) => Err(lack),
        None if scan.bounds == 0 => Err(Lack::Kind),
        None => Ok(()),
    }
}

/// A scan of a whole index for its order alone, of which no key is a bound. It is never made of a
/// sparse one.
const fn whole_index(index: &IndexView<'_>, query: &QueryView<'_>) -> Result<(), Lack> {
    match query.unbounded(index, 0) {
        Some(lack) => Err(lack),
        None if index.sparse => Err(Lack::Sparse(0)),
        None => Ok(()),
    }
}

/// Whether it has a key of text or of places: documents without one are not in the index.
const fn is_special(index: &IndexView<'_>) -> bool {
    let mut key = 0;
    while key < index.key_count() {
        if matches!(
            index.kind(key),
            KeyKind::Text | KeyKind::EveryText | KeyKind::Geo2dSphere | KeyKind::Geo2d
        ) {
            return true;
        }
        key += 1;
    }
    false
}

/// A unique index with one value for each key finds at most one document, whatever else is asked.
const fn is_one_document(index: &IndexView<'_>, scan: Scan) -> bool {
    index.unique && scan.scans == 1 && scan.keys == index.key_count()
}

/// Equality: keys in any order, each with one value or one of few.
const fn points(
    index: &IndexView<'_>,
    query: &QueryView<'_>,
    mut scan: Scan,
) -> Result<Scan, Lack> {
    while scan.keys < index.key_count() {
        let key = scan.keys;
        let values = match index.kind(key) {
            KeyKind::Ascending | KeyKind::Descending | KeyKind::Hashed => {
                match query.condition(index.path(key)) {
                    Condition::Point => 1,
                    // What is sorted by is in order anyway.
                    Condition::Points(most) if !is_sorted_by(query, scan, index.path(key)) => most,
                    _ => break,
                }
            }
            _ => break,
        };
        if let Err(lack) = bound(index, key, true) {
            return Err(lack);
        }
        scan.scans = scan.scans.saturating_mul(values as u64);
        scan.bounds += 1;
        scan.keys += 1;
    }
    Ok(scan)
}

const fn is_sorted_by(query: &QueryView<'_>, scan: Scan, path: u8) -> bool {
    let mut order = scan.order;
    while let Some(term) = order {
        if query.path(term) == path {
            return true;
        }
        order = query.next_order(term + 1);
    }
    false
}

/// Sort: the keys that follow are the query's order, or wholly its reverse.
const fn in_order(
    index: &IndexView<'_>,
    query: &QueryView<'_>,
    mut scan: Scan,
) -> Result<Scan, Lack> {
    let order_is_asked = scan.order.is_some();
    if order_is_asked && scan.scans > MOST_SCANS {
        return Err(Lack::Scans);
    }
    let mut reversed = None;
    while let Some(term) = scan.order {
        let key = scan.keys;
        if key == index.key_count() || !index.kind(key).is_directed() {
            return Err(Lack::Order(term));
        }
        if index.path(key) != query.path(term) {
            return Err(Lack::Order(term));
        }
        let ascending = matches!(index.kind(key), KeyKind::Ascending);
        let backwards = ascending != matches!(query.role(term), Role::Ascending);
        match reversed {
            Some(reversed) if reversed != backwards => return Err(Lack::Order(term)),
            _ => reversed = Some(backwards),
        }
        if index.fact(key).array != 0 {
            return Err(Lack::Array(key));
        }
        let bounded = !matches!(query.condition(index.path(key)), Condition::None);
        if let Err(lack) = bound(index, key, false) {
            return Err(lack);
        }
        scan.bounds += bounded as usize;
        scan.keys += 1;
        scan.order = query.next_order(term + 1);
    }
    if order_is_asked {
        merges(index, scan)
    } else {
        Ok(scan)
    }
}

/// Several scans are merged by keys of which none leads to an array.
const fn merges(index: &IndexView<'_>, scan: Scan) -> Result<Scan, Lack> {
    let mut key = scan.keys;
    while scan.scans > 1 && key < index.key_count() {
        if index.fact(key).array != 0 {
            return Err(Lack::Array(key));
        }
        key += 1;
    }
    Ok(scan)
}

/// Range: what is left to be bounded, with no key between that is not.
const fn ranges(
    index: &IndexView<'_>,
    query: &QueryView<'_>,
    mut scan: Scan,
) -> Result<Scan, Lack> {
    while scan.keys < index.key_count() {
        let key = scan.keys;
        let bounded = match index.kind(key) {
            KeyKind::Ascending | KeyKind::Descending => matches!(
                query.condition(index.path(key)),
                Condition::Points(_) | Condition::Range
            ),
            KeyKind::Wildcard | KeyKind::Everything => {
                if query.next_order(0).is_some() {
                    return Err(Lack::Kind);
                }
                return one_path(index, query, scan);
            }
            // No range has bounds among hashes.
            _ => false,
        };
        if !bounded {
            return Ok(scan);
        }
        if let Err(lack) = bound(index, key, false) {
            return Err(lack);
        }
        scan.bounds += 1;
        scan.keys += 1;
    }
    Ok(scan)
}

/// A wildcard bounds one path of a query, whichever.
const fn one_path(
    index: &IndexView<'_>,
    query: &QueryView<'_>,
    mut scan: Scan,
) -> Result<Scan, Lack> {
    let key = scan.keys;
    let (mut term, mut found) = (0, None);
    while term < query.term_count() {
        let path = query.path(term);
        let asked = !matches!(query.condition(path), Condition::None);
        if asked && covers_path(index, key, path) {
            match found {
                Some(other) if other != path => return Err(Lack::Condition(term)),
                _ => found = Some(path),
            }
        }
        term += 1;
    }
    if found.is_some() {
        scan.bounds += 1;
        scan.keys += 1;
    }
    Ok(scan)
}

/// What keeps the key at this position from being a bound: keys behind one array have no bounds of
/// their own, and strings are compared in the index's way.
const fn bound(index: &IndexView<'_>, key: usize, point: bool) -> Result<(), Lack> {
    let fact = index.fact(key);
    let mut earlier = 0;
    while fact.array != 0 && earlier < key {
        if index.fact(earlier).array == fact.array {
            return Err(Lack::Array(key));
        }
        earlier += 1;
    }
    if index.other_collation && fact.text {
        return Err(Lack::Collation(key));
    }
    if index.sparse && fact.nullable && point {
        return Err(Lack::Sparse(key));
    }
    Ok(())
}
