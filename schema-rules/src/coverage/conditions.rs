//! What a query asks of one path, and which of its terms a scan has bounded.

use super::view::{IndexView, Lack, QueryView, Role};

/// What a query asks of one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    /// Nothing.
    None,
    /// One value.
    Point,
    /// One of this many values.
    Points(u32),
    /// Anything else.
    Range,
}

impl QueryView<'_> {
    /// The tightest condition on the path.
    pub(super) const fn condition(&self, path: u8) -> Condition {
        if let Some(tenant) = self.tenant
            && tenant == path
        {
            return Condition::Point;
        }
        let mut found = Condition::None;
        let (mut term, mut list) = (0, 0);
        while term < self.term_count() {
            let role = self.role(term);
            if self.path(term) == path {
                found = match (role, found) {
                    (Role::Equal | Role::Fixed, _) => return Condition::Point,
                    (Role::AnyOf | Role::FixedAnyOf, Condition::None | Condition::Range) => {
                        Condition::Points(self.lists[list])
                    }
                    (Role::Range | Role::FixedRange, Condition::None) => Condition::Range,
                    _ => found,
                };
            }
            list += role.has_list() as usize;
            term += 1;
        }
        match found {
            Condition::Points(1) => Condition::Point,
            found => found,
        }
    }

    /// The next part of the order at or behind this term: those that one value fixes are none.
    pub(super) const fn next_order(&self, mut term: usize) -> Option<usize> {
        while term < self.term_count() {
            let fixed = matches!(self.condition(self.path(term)), Condition::Point);
            if self.role(term).is_order() && !fixed {
                return Some(term);
            }
            term += 1;
        }
        None
    }

    /// The first condition whose path the first keys of the index do not bound.
    pub(super) const fn unbounded(&self, index: &IndexView<'_>, bounded: usize) -> Option<Lack> {
        if let Some(tenant) = self.tenant
            && !bounds(index, bounded, tenant)
        {
            return Some(Lack::Tenant);
        }
        let mut term = 0;
        while term < self.term_count() {
            let role = self.role(term);
            let is_condition = matches!(role, Role::Equal | Role::AnyOf | Role::Range)
                || (role.is_fixed() && !index.filtered.has(self.path(term)));
            let is_bounded = !matches!(role, Role::FixedExists | Role::FixedEither)
                && bounds(index, bounded, self.path(term));
            if is_condition && !is_bounded {
                return Some(Lack::Condition(term));
            }
            term += 1;
        }
        None
    }
}

/// Whether the path is among the first keys of the index.
const fn bounds(index: &IndexView<'_>, bounded: usize, path: u8) -> bool {
    let mut key = 0;
    while key < bounded {
        if covers_path(index, key, path) {
            return true;
        }
        key += 1;
    }
    false
}

/// Whether the key at this position is about the path.
pub(super) const fn covers_path(index: &IndexView<'_>, key: usize, path: u8) -> bool {
    use super::view::KeyKind;
    match index.kind(key) {
        KeyKind::Wildcard | KeyKind::Everything => index.wildcard.has(path),
        KeyKind::EveryText => false,
        _ => index.path(key) == path,
    }
}
