//! The keywords that bound a size.

use super::{Doc, Keyword, Placed};

/// The bounds on a value: those of its field, and outside of it those of the field of a newtype.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    /// Of the field.
    pub(super) keywords: &'a [Placed],
    /// What stands on the newtype as a whole: it says nothing about what is inside.
    pub(super) outer: Option<(&'a Bounds<'a>, u8)>,
}

/// A keyword that bounds a size.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// `maxLength`
    MaxLength,
    /// `maxItems`
    MaxItems,
    /// `maxProperties`
    MaxProperties,
    /// A flag: zero where it is set.
    Strict,
}

impl Kind {
    const fn bound(self, keyword: &Keyword) -> u64 {
        match (self, *keyword) {
            (Self::MaxLength, Keyword::MaxLength(most))
            | (Self::MaxItems, Keyword::MaxItems(most))
            | (Self::MaxProperties, Keyword::MaxProperties(most)) => most as u64,
            (Self::Strict, Keyword::StrictBsonType) => 0,
            _ => u64::MAX,
        }
    }
}

impl<'a> Bounds<'a> {
    /// None.
    pub(super) const NONE: Self = Self {
        keywords: &[],
        outer: None,
    };

    /// The bounds of a document's field, which stand beside each other from `from` on, and where
    /// those of the next one start.
    pub(super) const fn of_field(
        keywords: &'a [Placed],
        field: usize,
        from: usize,
    ) -> (Self, usize) {
        let mut to = from;
        while to < keywords.len() && keywords[to].field as usize == field {
            to += 1;
        }
        let keywords = if to > from {
            keywords.split_at(to).0.split_at(from).1
        } else {
            &[]
        };
        let outer = None;
        (Self { keywords, outer }, to)
    }

    /// The bounds of the field at this position.
    pub(super) const fn on(doc: &'a Doc, field: usize) -> Self {
        let (mut from, mut before) = (0, 0);
        while before < field {
            (_, from) = Self::of_field(doc.keywords, before, from);
            before += 1;
        }
        Self::of_field(doc.keywords, field, from).0
    }

    /// The least bound of this kind at a depth; the largest number where there is none.
    pub(super) const fn least(&self, depth: u8, kind: Kind) -> u64 {
        let (mut bounds, mut depth, mut least) = (self, depth, u64::MAX);
        loop {
            let mut at = 0;
            while at < bounds.keywords.len() {
                let placed = &bounds.keywords[at];
                if placed.depth == depth {
                    least = lesser(least, kind.bound(&placed.keyword));
                }
                at += 1;
            }
            match bounds.outer {
                Some(outer) if depth == 0 => (bounds, depth) = outer,
                _ => return least,
            }
        }
    }
}

/// The smaller of two.
pub(super) const fn lesser(one: u64, other: u64) -> u64 {
    if one < other { one } else { other }
}
