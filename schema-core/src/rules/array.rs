//! How large an array may become.

use schema_rules::ARRAY_TOO_LARGE;

use super::message::Message;
use crate::model::{Array, Doc, Form, Keyword, Shape, Sizes, Upper, most_in};

/// The most items of an array that rewrites and indexes are not slowed down by.
const MOST_ITEMS: u64 = 200;
/// The most bytes of such an array.
const LARGEST_ARRAY: u64 = 100 << 10;

/// [`ARRAY_TOO_LARGE`], at every depth of the field at this position.
#[track_caller]
pub const fn array_sizes(doc: &'static Doc, field: usize) {
    arrays(doc, field, doc.shapes[field], 0);
}

#[track_caller]
const fn arrays(doc: &'static Doc, field: usize, shape: &Shape, depth: u8) {
    match shape.form {
        _ if shape.is_poison() => {}
        Form::Array(array) => {
            if let Some(most) = most_in(doc, field, array, depth)
                && (most > MOST_ITEMS || may_be_large(doc, field, shape))
            {
                let bytes = Sizes::estimate().array_in(doc, field, array, depth);
                if too_much(most, bytes) {
                    array_too_large(doc, field, depth, most, bytes)
                }
            }
            arrays(doc, field, &array.items, depth + 1);
        }
        Form::Map(map) => arrays(doc, field, &map.values, depth + 1),
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                arrays(doc, field, &items[at], depth + 1);
                at += 1;
            }
        }
        _ => {}
    }
}

const fn too_much(items: u64, bytes: u64) -> bool {
    items > MOST_ITEMS || bytes > LARGEST_ARRAY
}

/// Whether an array at this depth of a field has a bound, and may be too large.
pub(super) const fn is_large_array(
    doc: &'static Doc,
    field: usize,
    array: &'static Array,
    depth: u8,
) -> bool {
    match most_in(doc, field, array, depth) {
        Some(most) => too_much(most, Sizes::estimate().array_in(doc, field, array, depth)),
        None => false,
    }
}

/// Whether a field may take more than an array should, by all of its bounds together.
const fn may_be_large(doc: &'static Doc, field: usize, shape: &Shape) -> bool {
    let (mut most, mut text, mut at) = (1_u64, 1_u64, 0);
    while at < doc.keywords.len() {
        if doc.keywords[at].field as usize == field {
            match doc.keywords[at].keyword {
                Keyword::MaxItems(count) | Keyword::MaxProperties(count) => {
                    most = most.saturating_mul(count as u64);
                }
                Keyword::MaxLength(length) => text = text.saturating_mul(length as u64),
                _ => {}
            }
        }
        at += 1;
    }
    let mut upper = Upper::new();
    let bytes = upper.values(shape, most, 1);
    let text = text.saturating_mul(most);
    upper.deep || bytes.saturating_add(text) > LARGEST_ARRAY
}

#[cold]
#[track_caller]
const fn array_too_large(doc: &Doc, field: usize, depth: u8, most: u64, bytes: u64) -> ! {
    let what = if depth == 0 {
        "array field `"
    } else {
        "an array inside field `"
    };
    let message = Message::new().with(&[what]).with_name(doc.names, field * 2);
    let message = if most > MOST_ITEMS {
        message
            .with(&["` may hold "])
            .with_count(most)
            .with(&[" items, more than 200"])
    } else {
        message
            .with(&["` may take "])
            .with_size(bytes)
            .with(&[", more than 100 KiB"])
    };
    message.fail(ARRAY_TOO_LARGE.remedy, &ARRAY_TOO_LARGE)
}
