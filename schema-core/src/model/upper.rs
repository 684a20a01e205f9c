//! A number of bytes that no estimate exceeds, cheaply.
//!
//! Constant evaluation pays for each step. What a derive sees of a field's size it adds up itself
//! ([`Doc::known`]), so that only fields of other types are visited here. Where the result is too
//! large, [`Sizes`](super::Sizes) counts exactly.

use super::{Doc, Form, Keyword, Newtype, Shape, Variants};

/// The levels of a schema from which on they are counted exactly: a document has at most four of
/// its own, which leaves some below what is promised.
const DEEP: u8 = 80;
/// What a scalar takes at most, with what an element takes beside its name; an index key has up to
/// ten digits.
const SCALAR: u64 = 28;

/// A walk through the types that are inside of each other.
pub(crate) struct Upper {
    /// Whether it ended, so deep that levels and sizes have to be counted exactly.
    pub(crate) deep: bool,
}

impl Upper {
    /// A new walk.
    pub(crate) const fn new() -> Self {
        Self { deep: false }
    }

    /// The bytes of a document whose schema stands at a level.
    pub(crate) const fn document(&mut self, doc: &'static Doc, level: u8) -> u64 {
        let (mut total, mut at) = (doc.known, 0);
        while at < doc.open.len() && !self.deep {
            let (field, most) = doc.open[at];
            let value = self.values(doc.shapes[field as usize], most as u64, level);
            total = total.saturating_add(value);
            at += 1;
        }
        total
    }

    /// The bytes of so many values of a shape, of which the bounds were counted.
    pub(crate) const fn values(&mut self, shape: &Shape, most: u64, level: u8) -> u64 {
        let (mut shape, mut most, mut level, mut beside) = (shape, most, level, 0_u64);
        if level > DEEP {
            self.deep = true;
            return 0;
        }
        loop {
            shape = match &shape.form {
                Form::Array(array) => {
                    if let Some(length) = array.most() {
                        most = most.saturating_mul(length as u64);
                    }
                    beside = beside.saturating_add(most.saturating_mul(SCALAR));
                    level += 1;
                    &array.items
                }
                Form::Map(map) => {
                    if let Some(names) = map.names() {
                        most = most.saturating_mul(names.len() as u64);
                    }
                    // A UUID is the longest name that is known.
                    beside = beside.saturating_add(most.saturating_mul(SCALAR + 37));
                    level += 2;
                    &map.values
                }
                Form::Newtype(newtype) => {
                    most = most.saturating_mul(counts(newtype, false));
                    let text = most.saturating_mul(counts(newtype, true));
                    beside = beside.saturating_add(text);
                    &newtype.inner
                }
                Form::Document(doc) => {
                    let size = self.document(doc.get(), level + 4);
                    return beside.saturating_add(size.saturating_mul(most));
                }
                Form::Variants(all) => {
                    let size = self.variants(all.get(), level + 4);
                    return beside.saturating_add(size.saturating_mul(most));
                }
                Form::Tuple(items) => {
                    let size = self.tuple(items, level + 2);
                    return beside.saturating_add(size.saturating_mul(most));
                }
                Form::Enumeration(pairs) => {
                    return beside.saturating_add(most.saturating_mul(pairs.len() as u64));
                }
                Form::Scalar | Form::Integer(..) => return beside,
            };
        }
    }

    const fn tuple(&mut self, items: &'static [Shape], level: u8) -> u64 {
        let (mut total, mut at) = (items.len() as u64 * SCALAR, 0);
        while at < items.len() && !self.deep {
            total = total.saturating_add(self.values(&items[at], 1, level));
            at += 1;
        }
        total
    }

    /// All variants together are no smaller than the largest.
    const fn variants(&mut self, all: &'static Variants, level: u8) -> u64 {
        let (mut total, mut at) = (SCALAR * 4, 0);
        while at < all.variants.len() && !self.deep {
            let variant = &all.variants[at];
            total = total.saturating_add(variant.stored_name.len() as u64 * 2);
            if let Some(doc) = variant.content.doc() {
                total = total.saturating_add(self.document(doc, level));
            }
            at += 1;
        }
        total
    }
}

/// The product of a newtype's bounds on counts, with or without those on lengths.
const fn counts(newtype: &Newtype, lengths: bool) -> u64 {
    let (mut product, mut at) = (1_u64, 0);
    while at < newtype.keywords.len() {
        match newtype.keywords[at].keyword {
            Keyword::MaxItems(most) | Keyword::MaxProperties(most) => {
                product = product.saturating_mul(most as u64);
            }
            Keyword::MaxLength(most) if lengths => product = product.saturating_mul(most as u64),
            _ => {}
        }
        at += 1;
    }
    product
}
