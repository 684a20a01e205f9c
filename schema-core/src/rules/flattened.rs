//! Rules about a field whose own fields stand in its place.

use schema_rules::{DUPLICATE_FIELD_NAME, UNKNOWN_SERIALIZATION};

use super::{message::Message, nearest::name_at, stored::Stored};
use crate::model::{Doc, Form, Shape, Tagging, Types};

/// [`UNKNOWN_SERIALIZATION`]: only documents can be flattened; and [`DUPLICATE_FIELD_NAME`]: no
/// field that it brings is there already.
#[track_caller]
pub const fn flattened(doc: &Doc, field: usize) {
    let shape = *doc.shapes[field];
    if shape.is_poison() {
        return;
    }
    if !shape.types.intersects(Types::OBJECT) {
        not_a_document(doc, field);
    }
    let mut other = 0;
    while other < doc.shapes.len() {
        if other != field
            && !doc.flags(other).flattened()
            && brings(shape, name_at(doc.names, other * 2 + 1))
        {
            duplicate(doc, field, other);
        }
        other += 1;
    }
    not_brought_twice(doc, field, shape);
}

/// Of two flattened fields, the later one brings none of the earlier one's.
#[track_caller]
const fn not_brought_twice(doc: &Doc, field: usize, shape: Shape) {
    let mut other = 0;
    while other < field {
        if doc.flags(other).flattened()
            && let Form::Document(inner) = doc.shapes[other].resolved().form
        {
            let inner = inner.get();
            let mut at = 0;
            while at < inner.shapes.len() {
                if !inner.flags(at).flattened() && brings(shape, name_at(inner.names, at * 2 + 1)) {
                    duplicate_of(doc, field, name_at(inner.names, at * 2 + 1));
                }
                at += 1;
            }
        }
        other += 1;
    }
}

/// Whether a flattened value has a field of this stored name.
const fn brings(shape: Shape, name: &[u8]) -> bool {
    if let Form::Variants(variants) = shape.resolved().form
        && let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = variants.get().tagging
        && crate::variant::same(tag.name.as_bytes(), name)
    {
        return true;
    }
    !matches!(
        Stored::in_shape(shape, name),
        Stored::Absent | Stored::Unknown
    )
}

#[cold]
#[track_caller]
const fn not_a_document(doc: &Doc, field: usize) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, field * 2)
        .with(&["` is not stored as a document, so it cannot be flattened"])
        .fail(
            "remove `flatten`, or flatten a struct, a map or an enum",
            &UNKNOWN_SERIALIZATION,
        )
}

#[cold]
#[track_caller]
const fn duplicate(doc: &Doc, field: usize, other: usize) -> ! {
    duplicate_of(doc, field, name_at(doc.names, other * 2 + 1))
}

#[cold]
#[track_caller]
const fn duplicate_of(doc: &Doc, field: usize, name: &[u8]) -> ! {
    Message::new()
        .with(&["flattened field `"])
        .with_name(doc.names, field * 2)
        .with(&["` brings a second field that is stored as `"])
        .with_bytes_of(name)
        .with(&["`"])
        .fail(DUPLICATE_FIELD_NAME.remedy, &DUPLICATE_FIELD_NAME)
}
