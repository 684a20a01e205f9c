//! Rules about one field.

use schema_rules::{
    ARRAY_WITHOUT_MAX_ITEMS, BOUND_ON_WRONG_TYPE, COLLECTION_WITHOUT_TENANT, RECURSIVE_TYPE,
    REFERENCE_TYPE_MISMATCH, SCHEMA_VERSION_FIELD_MISSING, TENANT_KEY_OPTIONAL,
};

use super::{collection::has_generated_id, message::Message};
use crate::model::{Collection, Doc, Form, Keyword, Path, Shape, Types, Walk};

/// [`ARRAY_WITHOUT_MAX_ITEMS`], at every depth of the field at this position.
#[track_caller]
pub const fn array_bounds(doc: &Doc, field: usize) {
    let mut shape = doc.shapes[field];
    let mut depth = 0;
    loop {
        shape = match shape.form {
            Form::Array(array) => {
                if array.length.is_none() && !shape.is_poison() && !has_max_items(doc, field, depth)
                {
                    array_without_max_items(doc, field, depth);
                }
                array.items
            }
            Form::Map(values) => *values,
            _ => return,
        };
        depth += 1;
    }
}

const fn has_max_items(doc: &Doc, field: usize, depth: u8) -> bool {
    let mut at = 0;
    while at < doc.keywords.len() {
        let placed = &doc.keywords[at];
        if placed.field as usize == field
            && placed.depth == depth
            && let Keyword::MaxItems(_) = placed.keyword
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cold]
#[track_caller]
const fn array_without_max_items(doc: &Doc, field: usize, depth: u8) -> ! {
    let what = if depth == 0 {
        "array field `"
    } else {
        "an array inside field `"
    };
    let mut message = Message::new()
        .with(&[what])
        .with_name(doc.names, field * 2)
        .with(&["` has no bound; write `#[field("]);
    let (mut shape, mut level) = (doc.shapes[field], 0);
    while level < depth {
        let (inner, name) = match shape.form {
            Form::Array(array) => (array.items, "items("),
            Form::Map(values) => (*values, "values("),
            _ => break,
        };
        message = message.with(&[name]);
        (shape, level) = (inner, level + 1);
    }
    message = message.with(&["max_items = N)"]);
    while level > 0 {
        message = message.with(&[")"]);
        level -= 1;
    }
    message
        .with(&["]`, or move the items to a collection of their own"])
        .finish(&ARRAY_WITHOUT_MAX_ITEMS)
}

/// [`BOUND_ON_WRONG_TYPE`] for the keyword at this position of the document's list.
#[track_caller]
pub const fn bound(doc: &Doc, keyword: usize) {
    let placed = &doc.keywords[keyword];
    let Some(shape) = inside(doc.shapes[placed.field as usize], placed.depth) else {
        no_such_depth(doc, placed.field as usize)
    };
    let types = shape.types.without(Types::NULL);
    if !types.is_empty() && !types.intersects(placed.keyword.applies_to()) {
        bound_on_wrong_type(doc, keyword);
    }
}

/// What stands this deep inside a value: its items, or a map's values, once per step.
const fn inside(shape: Shape, depth: u8) -> Option<Shape> {
    let mut shape = shape;
    let mut depth = depth;
    while depth > 0 {
        if shape.is_poison() || shape.types.is(Types::ANY) {
            return Some(Shape::POISON);
        }
        shape = match shape.resolved().form {
            Form::Array(array) => array.items,
            Form::Map(values) => *values,
            _ => return None,
        };
        depth -= 1;
    }
    Some(shape)
}

#[cold]
#[track_caller]
const fn bound_on_wrong_type(doc: &Doc, keyword: usize) -> ! {
    let placed = &doc.keywords[keyword];
    let what = if placed.depth == 0 {
        "field `"
    } else {
        "what is inside field `"
    };
    Message::new()
        .with(&[
            "`",
            placed.keyword.attribute(),
            "` does not apply to ",
            what,
        ])
        .with_name(doc.names, placed.field as usize * 2)
        .with(&[
            "`, which is not stored as ",
            kind_of(placed.keyword.applies_to()),
        ])
        .fail(BOUND_ON_WRONG_TYPE.remedy, &BOUND_ON_WRONG_TYPE)
}

#[cold]
#[track_caller]
const fn no_such_depth(doc: &Doc, field: usize) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, field * 2)
        .with(&["` is neither an array nor a map, so nothing inside it can be bounded"])
        .fail(BOUND_ON_WRONG_TYPE.remedy, &BOUND_ON_WRONG_TYPE)
}

/// A set of types that keywords apply to, in words.
const fn kind_of(types: Types) -> &'static str {
    if types.is(Types::STRING) {
        "a string"
    } else if types.is(Types::NUMBER) {
        "a number"
    } else if types.is(Types::ARRAY) {
        "an array"
    } else {
        "a document"
    }
}

/// [`REFERENCE_TYPE_MISMATCH`] for the field at this position, which references `target`.
#[track_caller]
pub const fn reference(doc: &Doc, field: usize, target: &Collection) {
    let types = leaf(doc.shapes[field]).types.without(Types::NULL);
    let id_types = match id_of(target.doc.get()) {
        Some(id) => id.types.without(Types::NULL),
        None if has_generated_id(target) => Types::OBJECT_ID,
        None => return,
    };
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
            super::collection::tenant_scalar(doc, path, &found);
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
pub(super) const VISITED: usize = 128;

/// [`RECURSIVE_TYPE`]: the field at this position does not lead back to its own document.
#[track_caller]
pub const fn not_recursive(doc: &'static Doc, field: usize) {
    let mut pending: [Option<&'static Doc>; VISITED] = [None; VISITED];
    let Some(first) = document_in(doc.shapes[field]) else {
        return;
    };
    pending[0] = Some(first);
    let (mut next, mut known) = (0, 1);
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
pub(super) const fn with_documents_of(
    doc: &Doc,
    list: &mut [Option<&'static Doc>; VISITED],
    count: usize,
) -> usize {
    let mut count = count;
    let mut at = 0;
    while at < doc.shapes.len() {
        if let Some(inner) = document_in(doc.shapes[at])
            && count < VISITED
            && !contains(list, count, inner.identity)
        {
            list[count] = Some(inner);
            count += 1;
        }
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

/// The document that a value is, or holds at its end.
const fn document_in(shape: Shape) -> Option<&'static Doc> {
    let mut shape = shape;
    loop {
        shape = match shape.form {
            Form::Document(doc) => return Some(doc.get()),
            Form::Array(array) => array.items,
            Form::Map(values) => *values,
            Form::Newtype(newtype) => newtype.inner,
            Form::Scalar | Form::Integer(..) | Form::Enumeration(_) => return None,
        };
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
