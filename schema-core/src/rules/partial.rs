//! Rules about the values of a partial filter, and of a query's.

use schema_rules::{PARTIAL_VALUE_TYPE, QUERY_VALUE_TYPE, Rule};

use super::message::Message;
use crate::{
    model::{Collection, Form, Found, Shape, Types, Walk},
    variant::{StoredVariant, same},
};

/// [`PARTIAL_VALUE_TYPE`] for the path at this position of the collection's list, which is compared
/// with a value of one of these types.
#[track_caller]
pub const fn partial_value(collection: &Collection, path: usize, types: Types) {
    value_type(collection, path, types, &PARTIAL_VALUE_TYPE);
}

/// [`QUERY_VALUE_TYPE`] for the same in a query's filter.
#[track_caller]
pub const fn query_value(collection: &Collection, path: usize, types: Types) {
    value_type(collection, path, types, &QUERY_VALUE_TYPE);
}

#[track_caller]
const fn value_type(collection: &Collection, path: usize, types: Types, rule: &Rule) {
    let path = &collection.paths[path];
    let Walk::Found(found) = Walk::along(collection.doc.get(), path) else {
        return;
    };
    if !compared_types(found).intersects(types) {
        never_holds(path.text, types, rule)
    }
}

#[cold]
#[track_caller]
const fn never_holds(path: &str, types: Types, rule: &Rule) -> ! {
    let message = Message::new().with(&["`", path]);
    if types.is(Types::NULL) {
        message.with(&["` is never missing or null"])
    } else {
        message.with(&["` never holds a value of type `", types.alias(), "`"])
    }
    .fail(rule.remedy, rule)
}

/// The types that a filter finds in a field: its own, and those of an array's items; null where
/// the field may be missing.
const fn compared_types(found: Found) -> Types {
    let missing = if found.presence.may_be_missing {
        Types::NULL
    } else {
        Types::NONE
    };
    let own = found.types.or(missing);
    match item_types(&found.shape) {
        Some(items) if items.is_empty() => Types::ANY,
        Some(items) => own.or(items),
        None => own,
    }
}

/// The types of an array's items; none where it is no array.
pub(super) const fn item_types(shape: &Shape) -> Option<Types> {
    match shape.resolved().form {
        Form::Array(array) => Some(array.items.types),
        Form::Tuple(items) => {
            let (mut types, mut at) = (Types::NONE, 0);
            while at < items.len() {
                types = types.or(items[at].types);
                at += 1;
            }
            Some(types)
        }
        _ => None,
    }
}

/// [`PARTIAL_VALUE_TYPE`] for the path at this position of the collection's list, which is compared
/// with a variant of an enum.
#[track_caller]
pub const fn partial_variant(collection: &Collection, path: usize, variant: StoredVariant) {
    variant_type(collection, path, variant, &PARTIAL_VALUE_TYPE);
}

/// [`QUERY_VALUE_TYPE`] for the same in a query's filter.
#[track_caller]
pub const fn query_variant(collection: &Collection, path: usize, variant: StoredVariant) {
    variant_type(collection, path, variant, &QUERY_VALUE_TYPE);
}

#[track_caller]
const fn variant_type(collection: &Collection, path: usize, variant: StoredVariant, rule: &Rule) {
    let path = &collection.paths[path];
    let Walk::Found(found) = Walk::along(collection.doc.get(), path) else {
        return;
    };
    let shape = item(found.shape);
    let fits = match shape.resolved().form {
        Form::Enumeration(own) => same(own.as_bytes(), variant.all.as_bytes()),
        _ => shape.is_poison() || shape.types.intersects(Types::STRING),
    };
    if !fits && !variant.all.is_empty() {
        Message::new()
            .with(&["`", path.text, "` is not stored as that enum"])
            .fail("write a variant of the field's own enum", rule)
    }
}

/// What an array holds, or the shape itself.
const fn item(shape: Shape) -> Shape {
    match shape.resolved().form {
        Form::Array(array) => array.items,
        _ => shape,
    }
}
