//! Fields by their stored names, which flattened fields and enums bring together in one document.

use crate::model::{Content, Doc, Form, Shape, Tagging, Types, Variants, stored_types};

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
        if let Some(field) = own_position(doc, name) {
            let shape = doc.shapes[field];
            if shape.is_poison() {
                return Self::Unknown;
            }
            return Self::Found(stored_types(shape, doc.flags(field)));
        }
        let mut found = Self::Absent;
        let mut field = 0;
        while field < doc.shapes.len() {
            if doc.flags(field).flattened() {
                let here = Self::in_shape(*doc.shapes[field], name);
                if !matches!(here, Self::Absent) {
                    found = here;
                }
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
                Content::Newtype(doc) => Self::in_shape(*doc.shapes[0], name),
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

/// The position of the field of this stored name among a document's own, the flattened ones left
/// out. One pass that ends where the name is found: constant evaluation pays for each byte.
const fn own_position(doc: &Doc, name: &[u8]) -> Option<usize> {
    let bytes = doc.names.as_bytes();
    let (mut at, mut position) = (0, 0);
    while at < bytes.len() {
        let mut same = 0;
        while same < name.len() && at + same < bytes.len() && bytes[at + same] == name[same] {
            same += 1;
        }
        let mut end = at + same;
        let ends = same == name.len() && end < bytes.len() && bytes[end] == 0;
        if ends && position % 2 == 1 && !doc.flags(position / 2).flattened() {
            return Some(position / 2);
        }
        while end < bytes.len() && bytes[end] != 0 {
            end += 1;
        }
        (at, position) = (end + 1, position + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::own_position;
    use crate::model::{Doc, FieldFlags};

    #[test]
    fn a_field_is_found_by_its_whole_stored_name() {
        let doc = Doc {
            names: "_id\0id\0a\0_id\0name\0names\0_idx\0_i\0names\0names\0",
            flags: &[FieldFlags::FLATTENED, 0, 0, 0, 0],
            ..Doc::POISON
        };
        assert_eq!(own_position(&doc, b"_id"), Some(1));
        assert_eq!(own_position(&doc, b"id"), None);
        assert_eq!(own_position(&doc, b"name"), None);
        assert_eq!(own_position(&doc, b"names"), Some(2));
        assert_eq!(own_position(&doc, b"_i"), Some(3));
        assert_eq!(own_position(&doc, b"_idx"), None);
        assert_eq!(own_position(&Doc::POISON, b"_id"), None);
    }
}
