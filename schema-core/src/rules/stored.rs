//! Fields by their stored names, which flattened fields and enums bring together in one document.

use super::nearest::name_at;
use crate::{
    model::{Content, Doc, Form, Shape, Tagging, Types, Variants, stored_types},
    variant::same,
};

/// What is known of the field of a stored name.
#[derive(Clone, Copy)]
pub(super) enum Stored {
    /// The types that it has, in all documents that have it.
    Found(Types),
    /// It is in some variants and not in others.
    Sometimes,
    /// No document has it.
    Absent,
    /// It may be in what is not understood, whose fault was already reported.
    Unknown,
}

impl Stored {
    /// Looks among a document's fields, and those of its flattened fields.
    pub(super) const fn in_doc(doc: &Doc, name: &[u8]) -> Self {
        let mut found = Self::Absent;
        let mut field = 0;
        while field < doc.shapes.len() {
            let flags = doc.flags(field);
            let here = if flags.flattened() {
                Self::in_shape(doc.shapes[field], name)
            } else if same(name_at(doc.names, field * 2 + 1), name) {
                if doc.shapes[field].is_poison() {
                    Self::Unknown
                } else {
                    Self::Found(stored_types(&doc.shapes[field], flags))
                }
            } else {
                Self::Absent
            };
            if !matches!(here, Self::Absent) {
                found = here;
            }
            field += 1;
        }
        found
    }

    /// Looks among the fields that a flattened value brings.
    pub(super) const fn in_shape(shape: Shape, name: &[u8]) -> Self {
        if shape.is_poison() {
            return Self::Unknown;
        }
        match shape.form {
            Form::Document(doc) => Self::in_doc(doc.get(), name),
            Form::Newtype(newtype) => Self::in_shape(newtype.inner, name),
            Form::Variants(variants) => Self::in_variants(variants.get(), name),
            _ => Self::Absent,
        }
    }

    const fn in_variants(all: &Variants, name: &[u8]) -> Self {
        if !matches!(all.tagging, Tagging::Internal(_) | Tagging::Untagged) {
            return Self::Absent;
        }
        let mut found: Option<Self> = None;
        let mut at = 0;
        while at < all.variants.len() {
            let here = match all.variants[at].content {
                Content::Unit | Content::Tuple(_) => Self::Absent,
                Content::Newtype(doc) => Self::in_shape(doc.shapes[0], name),
                Content::Struct(doc) => Self::in_doc(doc, name),
            };
            found = Some(match found {
                None => here,
                Some(found) => found.or(here),
            });
            at += 1;
        }
        match found {
            Some(found) => found,
            None => Self::Absent,
        }
    }

    const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Found(one), Self::Found(two)) => Self::Found(one.or(two)),
            (Self::Absent, Self::Absent) => Self::Absent,
            _ => Self::Sometimes,
        }
    }
}
