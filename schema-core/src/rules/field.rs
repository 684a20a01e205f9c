//! Rules about one field.

use schema_rules::{
    COLLECTION_WITHOUT_TENANT, RECURSIVE_TYPE, REFERENCE_TYPE_MISMATCH,
    SCHEMA_VERSION_FIELD_MISSING, TENANT_KEY_OPTIONAL,
};

use super::message::Message;
use crate::model::{Collection, Doc, Form, Path, Shape, Types, Walk};

/// [`REFERENCE_TYPE_MISMATCH`] for the field at this position, which references `target`.
#[track_caller]
pub const fn reference(doc: &Doc, field: usize, target: &Collection) {
    let types = leaf(doc.shapes[field]).types.without(Types::NULL);
    let Some(id) = id_of(target.doc.get()) else {
        return;
    };
    let id_types = id.types.without(Types::NULL);
    if types.is_empty() || id_types.is_empty() {
        return;
    }
    if !types.is(id_types) {
        reference_type_mismatch(doc, field, target);
    }
}

/// What an array holds at its end, or the shape itself.
const fn leaf(shape: Shape) -> Shape {
    let mut shape = shape;
    loop {
        shape = match shape.form {
            Form::Array(array) => array.items,
            Form::Newtype(newtype) => newtype.inner,
            _ => return shape,
        };
    }
}

/// What the field that is stored as `_id` is stored as.
const fn id_of(doc: &Doc) -> Option<Shape> {
    let names = doc.names.as_bytes();
    let (mut at, mut ends, mut start) = (0, 0, 0);
    while at < names.len() {
        if names[at] == 0 {
            let stored = ends % 2 == 1;
            if stored
                && at - start == 3
                && names[start] == b'_'
                && names[start + 1] == b'i'
                && names[start + 2] == b'd'
            {
                return Some(doc.shapes[ends / 2]);
            }
            ends += 1;
            start = at + 1;
        }
        at += 1;
    }
    None
}

#[cold]
#[track_caller]
const fn reference_type_mismatch(doc: &Doc, field: usize, target: &Collection) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, field * 2)
        .with(&[
            "` is not stored as the same type as the `_id` of `",
            target.type_name,
            "`",
        ])
        .fail(REFERENCE_TYPE_MISMATCH.remedy, &REFERENCE_TYPE_MISMATCH)
}

/// [`TENANT_KEY_OPTIONAL`], and that the tenant key's path leads to a field.
#[track_caller]
pub const fn tenant_key(doc: &'static Doc, path: &Path) {
    match Walk::along(doc, path) {
        Walk::Poison => {}
        Walk::Unknown { .. } => Message::new()
            .with(&["tenant key `", path.text, "` does not lead to a field"])
            .fail(COLLECTION_WITHOUT_TENANT.remedy, &COLLECTION_WITHOUT_TENANT),
        Walk::Found(found) => {
            if found.presence.may_be_missing || found.presence.may_be_null {
                Message::new()
                    .with(&["tenant key `", path.text, "` may be missing or null"])
                    .fail(TENANT_KEY_OPTIONAL.remedy, &TENANT_KEY_OPTIONAL)
            }
        }
    }
}

/// [`SCHEMA_VERSION_FIELD_MISSING`]: the field at this position holds an integer.
#[track_caller]
pub const fn schema_version(doc: &Doc, field: usize) {
    let shape = &doc.shapes[field];
    if !shape.is_poison() && !shape.types.is(Types::INTEGER) {
        Message::new()
            .with(&["field `"])
            .with_name(doc.names, field * 2)
            .with(&["` is not an integer"])
            .fail(
                SCHEMA_VERSION_FIELD_MISSING.remedy,
                &SCHEMA_VERSION_FIELD_MISSING,
            )
    }
}

/// The most types that a walk through a document visits; what is larger is cut off.
const VISITED: usize = 128;

/// [`RECURSIVE_TYPE`]: the field at this position does not lead back to its own document.
#[track_caller]
pub const fn not_recursive(doc: &'static Doc, field: usize) {
    let mut pending: [Option<&'static Doc>; VISITED] = [None; VISITED];
    let mut known = with_document_in(&doc.shapes[field], &mut pending, 0);
    let mut next = 0;
    while next < known {
        let Some(current) = pending[next] else { return };
        if current.identity == doc.identity {
            recursive_type(doc, field);
        }
        known = with_documents_of(current, &mut pending, known);
        next += 1;
    }
}

/// Adds the documents that `doc` contains and the list does not, and returns how many there are.
const fn with_documents_of(
    doc: &Doc,
    list: &mut [Option<&'static Doc>; VISITED],
    count: usize,
) -> usize {
    let mut count = count;
    let mut at = 0;
    while at < doc.shapes.len() {
        count = with_document_in(&doc.shapes[at], list, count);
        at += 1;
    }
    count
}

const fn contains(list: &[Option<&'static Doc>; VISITED], count: usize, identity: u64) -> bool {
    let mut at = 0;
    while at < count {
        if let Some(doc) = list[at]
            && doc.identity == identity
        {
            return true;
        }
        at += 1;
    }
    false
}

/// Adds the documents that a value is, or holds at its end.
const fn with_document_in(
    shape: &Shape,
    list: &mut [Option<&'static Doc>; VISITED],
    count: usize,
) -> usize {
    match shape.form {
        Form::Document(doc) => {
            let doc = doc.get();
            if count < VISITED && !contains(list, count, doc.identity) {
                list[count] = Some(doc);
                return count + 1;
            }
            count
        }
        Form::Array(array) => with_document_in(&array.items, list, count),
        Form::Map(map) => with_document_in(&map.values, list, count),
        Form::Newtype(newtype) => with_document_in(&newtype.inner, list, count),
        Form::Tuple(items) => {
            let (mut at, mut count) = (0, count);
            while at < items.len() {
                count = with_document_in(&items[at], list, count);
                at += 1;
            }
            count
        }
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) => count,
    }
}

#[cold]
#[track_caller]
const fn recursive_type(doc: &Doc, field: usize) -> ! {
    Message::new()
        .with(&["`", doc.name, "` contains itself through field `"])
        .with_name(doc.names, field * 2)
        .with(&["`"])
        .fail(RECURSIVE_TYPE.remedy, &RECURSIVE_TYPE)
}
