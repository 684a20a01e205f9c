//! Rules about what a field is stored as whose name tells what it holds.

use schema_rules::{DATE_AS_STRING, MONEY_AS_FLOAT};

use super::message::Message;
use crate::model::{Doc, Form, Marks, Shape, Types};

/// [`MONEY_AS_FLOAT`] for the field at this position, whose name is one of an amount of money.
#[track_caller]
pub const fn money(doc: &Doc, field: usize) {
    if holds_floats(doc.shapes[field]) {
        Message::new()
            .with(&["field `"])
            .with_name(doc.names, field * 2)
            .with(&["` holds money as a floating-point number"])
            .fail(MONEY_AS_FLOAT.remedy, &MONEY_AS_FLOAT)
    }
}

/// [`DATE_AS_STRING`] for the field at this position, whose name is one of a date.
#[track_caller]
pub const fn text_date(doc: &Doc, field: usize) {
    if is_any_text(doc.shapes[field]) {
        Message::new()
            .with(&["field `"])
            .with_name(doc.names, field * 2)
            .with(&["` has the name of a date and is stored as a string"])
            .fail(DATE_AS_STRING.remedy, &DATE_AS_STRING)
    }
}

/// Whether a value holds floating-point numbers, as far as that is known.
pub(super) const fn holds_floats(shape: &Shape) -> bool {
    let types = leaf_types(shape);
    types.intersects(Types::DOUBLE) && !types.is(Types::ANY)
}

/// Whether a value is a string that is none of a list. What is marked is reported by
/// [`stored_form`](super::contents::stored_form).
pub(super) const fn is_any_text(shape: &Shape) -> bool {
    let marked = Marks::TEXT_DATE.or(Marks::WRITER_DEPENDENT);
    shape.types.without(Types::NULL).is(Types::STRING)
        && !matches!(shape.resolved().form, Form::Enumeration(_))
        && !shape.marks.intersects(marked)
}

/// The types of what a value holds at its end.
const fn leaf_types(shape: &Shape) -> Types {
    match shape.form {
        Form::Array(array) => leaf_types(&array.items),
        Form::Newtype(newtype) => leaf_types(&newtype.inner),
        Form::Map(map) => leaf_types(&map.values),
        _ => shape.types,
    }
}
