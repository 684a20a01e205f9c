//! Where the development server is not the judge: pairs that touch what it evaluates otherwise than
//! MongoDB. Each is settled by the server's documentation and source, and tested beside the
//! evaluator itself (`schema-core/tests/evaluate`), and so is what is never drawn: names with dots,
//! which it takes as they are, NaN, and patterns that it cannot compile or reads in Unicode.

use bson::{Bson, Document};

type Deviation = (&'static str, fn(&Bson) -> bool, &'static str);

/// A keyword, and the values with which the development server goes another way.
const DEVIATIONS: [Deviation; 5] = [
    ("enum", is_end, "finds no MinKey and MaxKey"),
    ("minimum", is_decimal, "ignored for Decimal128"),
    ("maximum", is_decimal, "ignored for Decimal128"),
    (
        "multipleOf",
        is_wide,
        "in binary floating point, and not for Decimal128",
    ),
    (
        "uniqueItems",
        has_several_fields,
        "sees the order of fields in objects",
    ),
];

/// Why the pair is left out, where it is.
pub(crate) fn of(schema: &Document, document: &Document) -> Option<&'static str> {
    let found = DEVIATIONS.iter().find(|(keyword, is_other, _)| {
        let (schema, document) = (schema.clone().into(), document.clone().into());
        anywhere(&schema, &mut |name, _| name == *keyword)
            && anywhere(&document, &mut |_, value| is_other(value))
    });
    found.map(|(_, _, reason)| *reason)
}

fn anywhere(value: &Bson, test: &mut dyn FnMut(&str, &Bson) -> bool) -> bool {
    match value {
        Bson::Document(fields) => fields
            .iter()
            .any(|(name, value)| test(name, value) || anywhere(value, test)),
        Bson::Array(items) => items
            .iter()
            .any(|item| test("", item) || anywhere(item, test)),
        _ => false,
    }
}

fn is_end(value: &Bson) -> bool {
    matches!(value, Bson::MinKey | Bson::MaxKey)
}

fn is_decimal(value: &Bson) -> bool {
    matches!(value, Bson::Decimal128(_))
}

/// Beyond what binary floating point divides exactly.
fn is_wide(value: &Bson) -> bool {
    match value {
        Bson::Decimal128(_) => true,
        Bson::Double(value) => !value.is_finite() || value.abs() > 1e15,
        Bson::Int64(value) => value.unsigned_abs() > 1 << 53,
        _ => false,
    }
}

fn has_several_fields(value: &Bson) -> bool {
    matches!(value, Bson::Document(fields) if fields.len() > 1)
}
