//! Searches by text and by distance.

use super::conditions::{Condition, covers_path};
use super::view::{IndexView, KeyKind, Lack, QueryView, Role};

/// Whether the index serves a search by text or by distance. Both have an order of their own.
/// Source: $text, $near, Compound Indexes with text and 2dsphere keys.
pub(super) const fn serves(index: &IndexView<'_>, query: &QueryView<'_>) -> Result<(), Lack> {
    if let Some(term) = query.next_order(0) {
        return Err(Lack::Order(term));
    }
    let Some(first) = special_key(index) else {
        return Err(Lack::Kind);
    };
    if let Some(lack) = fields(index, query) {
        return Err(lack);
    }
    // Text is looked up for one value of what stands before it; so is, to be quick, a place.
    let mut key = 0;
    while key < first {
        if !matches!(query.condition(index.path(key)), Condition::Point) {
            return Err(Lack::Kind);
        }
        key += 1;
    }
    match query.unbounded(index, index.key_count()) {
        Some(lack) => Err(lack),
        None => Ok(()),
    }
}

/// The position of the first key that is searched.
const fn special_key(index: &IndexView<'_>) -> Option<usize> {
    let mut key = 0;
    while key < index.key_count() {
        let kind = index.kind(key);
        if !kind.is_directed() {
            return Some(key);
        }
        key += 1;
    }
    None
}

/// Each field that is searched is a key of the kind for it.
const fn fields(index: &IndexView<'_>, query: &QueryView<'_>) -> Option<Lack> {
    let mut term = 0;
    while term < query.term_count() {
        let role = query.role(term);
        if matches!(role, Role::Text | Role::Near) && !is_searched(index, query.path(term), role) {
            return Some(Lack::Condition(term));
        }
        term += 1;
    }
    None
}

const fn is_searched(index: &IndexView<'_>, path: u8, role: Role) -> bool {
    let mut key = 0;
    while key < index.key_count() {
        let of_kind = match (role, index.kind(key)) {
            (Role::Text, KeyKind::EveryText) => return true,
            (Role::Text, KeyKind::Text) | (Role::Near, KeyKind::Geo2dSphere | KeyKind::Geo2d) => {
                true
            }
            _ => false,
        };
        if of_kind && covers_path(index, key, path) {
            return true;
        }
        key += 1;
    }
    false
}
