//! Rules about sizes, as far as the tokens show them.

use schema_rules::{ARRAY_TOO_LARGE, DOCUMENT_TOO_LARGE, STRING_WITHOUT_MAX_LENGTH};

use super::Class;
use crate::{
    faults::{Faults, silenced},
    parse::{Allows, BoundValue, CollectionAttrs, Field},
};

/// The most items of an array, its most bytes, and the most bytes of a document, as
/// `schema_core::rules` has them.
const MOST_ITEMS: u32 = 200;
const LARGEST_ARRAY: u64 = 100 << 10;
const LARGEST_DOCUMENT: u64 = 16 << 20;

/// The rules about a collection's `max_size`.
pub(crate) fn max_size(
    attrs: &CollectionAttrs,
    fields: &[Field],
    allows: &Allows,
    faults: &mut Faults,
) {
    let Some(size) = &attrs.max_size else { return };
    let span = size.value.span;
    let mut broken = |wrong: &str, instead: &str| {
        faults.broken_with(&DOCUMENT_TOO_LARGE, &[], span, wrong, instead);
    };
    if size.value.count > LARGEST_DOCUMENT {
        broken(
            "the server stores no document of more than 16 MiB",
            "lower `max_size`, or remove it",
        );
    }
    if silenced(&DOCUMENT_TOO_LARGE, &[allows]) {
        broken(
            "`document_too_large` cannot be allowed where `max_size` is asked",
            "remove one of them",
        );
    }
    if attrs.additional_properties {
        broken(
            "a document that lets any field in may be of any size",
            "remove `additional_properties`, or `max_size`",
        );
    }
    for field in fields.iter().filter(|field| !field.poisoned) {
        text_is_bounded(field, faults);
    }
}

fn text_is_bounded(field: &Field, faults: &mut Faults) {
    let Some(levels) = unbounded_text(field) else {
        return;
    };
    let what = if levels.is_empty() {
        "string field"
    } else {
        "a string inside field"
    };
    let wrong = format!(
        "{what} `{}` has no bound, and `max_size` asks for a proof",
        field.name
    );
    let written = levels
        .iter()
        .rev()
        .fold("max_length = N".to_owned(), |inner, level| {
            format!("{level}({inner})")
        });
    let instead = format!("write `#[field({written})]`");
    faults.broken_with(
        &STRING_WITHOUT_MAX_LENGTH,
        &[],
        field.span(),
        &wrong,
        &instead,
    );
}

/// The levels to a string without a bound, where the tokens show one.
pub(crate) fn unbounded_text(field: &Field) -> Option<Vec<&'static str>> {
    let mut class = &field.class()?;
    let mut levels = Vec::new();
    loop {
        match class.present() {
            Class::Array(_) => levels.push("items"),
            Class::Map(_) => levels.push("values"),
            Class::Text if bound(field, levels.len(), "max_length").is_none() => {
                return Some(levels);
            }
            _ => return None,
        }
        class = class.inside()?;
    }
}

/// Whether a field's values are of a size that the tokens show to be bounded.
pub(crate) fn is_of_known_size(field: &Field) -> bool {
    let class = field.class();
    let present = class.as_ref().map(Class::present);
    matches!(
        present,
        Some(Class::Integer(_) | Class::Float | Class::Bool | Class::Single)
    ) || (present == Some(&Class::Text) && bound(field, 0, "max_length").is_some())
}

/// [`ARRAY_TOO_LARGE`] where the tokens show how many items there may be. `outer` is what the
/// collection allows.
pub(super) fn arrays(field: &Field, outer: &Allows, faults: &mut Faults) {
    let class = field.class();
    let opaque = class.is_none() && field.attrs.bson.as_deref() == Some("array");
    if !opaque && class.is_none_or(|class| class.is_open()) {
        return;
    }
    if let Some((depth, most)) = too_many_items(field) {
        let what = if depth == 0 {
            "array field"
        } else {
            "an array inside field"
        };
        let wrong = format!(
            "{what} `{}` may hold {most} items, more than {MOST_ITEMS}",
            field.name
        );
        let allows = [&field.attrs.allows, outer];
        faults.broken(&ARRAY_TOO_LARGE, &allows, field.span(), &wrong);
    }
}

/// The outermost bound on a number of items that is too large, and its depth.
fn too_many_items(field: &Field) -> Option<(u8, u32)> {
    let bounds = field.attrs.bounds.iter();
    let items = bounds.filter_map(|bound| match bound.value {
        BoundValue::Count(most) if bound.keyword.name == "max_items" => Some((bound.depth, most)),
        _ => None,
    });
    items.filter(|(_, most)| *most > MOST_ITEMS).min()
}

/// Whether an array that the tokens show may be too large, which the compiler counts exactly. One
/// of too many items was reported.
pub(crate) fn may_be_large_array(field: &Field, class: &Class) -> bool {
    let array = match class.present() {
        Class::Array(_) | Class::Map(_) => estimate(field, class, 0),
        _ => return false,
    };
    array > LARGEST_ARRAY && too_many_items(field).is_none()
}

/// Whether the compiler has to add up the size of a document: where it has to say what a field is,
/// or the tokens show it to be large.
pub(crate) fn may_be_large_document(fields: &[Field]) -> bool {
    fields.iter().any(is_open_field) || known_bytes(fields) > LARGEST_DOCUMENT
}

/// Whether the compiler has to say what a field holds.
pub(crate) fn is_open_field(field: &Field) -> bool {
    field.class().is_some_and(|class| class.is_open())
}

/// No fewer bytes than a document of these fields takes beside their names, as far as the tokens
/// show: with a byte per code point, and little for what has no bound.
pub(crate) fn known_bytes(fields: &[Field]) -> u64 {
    let sizes = fields.iter().map(|field| match field.class() {
        Some(class) if !class.is_open() => estimate(field, &class, 0),
        _ => u64::from(most_values(field))
            .saturating_mul(28)
            .saturating_add(product(field, true)),
    });
    sizes.fold(64, u64::saturating_add)
}

/// How many values of its innermost type a field may hold, by its own bounds.
pub(crate) fn most_values(field: &Field) -> u32 {
    u32::try_from(product(field, false)).unwrap_or(u32::MAX)
}

/// The product of a field's bounds on counts, with or without those on lengths.
fn product(field: &Field, lengths: bool) -> u64 {
    let counts = field
        .attrs
        .bounds
        .iter()
        .filter_map(|bound| match bound.value {
            BoundValue::Count(most) => match bound.keyword.name {
                "max_items" | "max_properties" => Some(most),
                "max_length" if lengths => Some(most),
                _ => None,
            },
            _ => None,
        });
    counts.fold(1, |product, most| product.saturating_mul(u64::from(most)))
}

/// No fewer bytes than a value takes, with a byte per code point, and little for what has no bound.
fn estimate(field: &Field, class: &Class, depth: usize) -> u64 {
    let most = |name| u64::from(bound(field, depth, name).unwrap_or(0));
    let many = |inner: &Class, count: u64| {
        // An index key has up to ten digits.
        let item = estimate(field, inner, depth + 1).saturating_add(12);
        item.saturating_mul(count).saturating_add(5)
    };
    match class {
        Class::Text => most("max_length") + 5,
        Class::Optional(inner) => estimate(field, inner, depth),
        Class::Array(items) => many(items, most("max_items")),
        Class::Map(values) => many(values, most("max_properties")),
        _ => 16,
    }
}

/// The count in a bound at a depth of a field.
fn bound(field: &Field, depth: usize, name: &str) -> Option<u32> {
    let bounds = field.attrs.bounds.iter();
    let mut counts = bounds.filter_map(|bound| match bound.value {
        BoundValue::Count(count)
            if usize::from(bound.depth) == depth && bound.keyword.name == name =>
        {
            Some(count)
        }
        _ => None,
    });
    counts.next()
}
