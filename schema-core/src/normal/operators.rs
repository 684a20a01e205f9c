//! The operators of a partial filter that have more than one spelling.

use bson::{Bson, Document};

use super::canonical::{numbers_in, sorted_values, text, truthy};

/// Whether the value of a path is a set of conditions; otherwise it is a value to be equal to. A
/// reference, `{$ref, $id}`, is a value.
pub(super) fn is_condition(document: &Document) -> bool {
    let first = document.keys().next();
    first.is_some_and(|name| {
        name.starts_with('$') && !["$ref", "$id", "$db"].contains(&name.as_str())
    })
}

/// One condition as the conditions that it means.
pub(super) fn simplify(operator: &str, value: &Bson) -> Vec<(String, Bson)> {
    let one = |operator: &str, value| vec![(operator.to_owned(), value)];
    match (operator, value) {
        ("$exists", value) => one(operator, truthy(value).into()),
        ("$type", value) => one(operator, types(value)),
        ("$in", Bson::Array(values)) => membership(values),
        ("$all", Bson::Array(values)) if values.iter().all(is_plain) && !values.is_empty() => {
            values
                .iter()
                .map(|value| ("$eq".to_owned(), numbers_in(value)))
                .collect()
        }
        _ => one(operator, numbers_in(value)),
    }
}

/// A list without order or repetition; of one value, an equality.
fn membership(values: &[Bson]) -> Vec<(String, Bson)> {
    let mut values = sorted_values(values.iter().map(numbers_in).collect());
    values.dedup_by_key(|value| text(value));
    match values.as_slice() {
        [only] if is_plain(only) => vec![("$eq".to_owned(), only.clone())],
        _ => vec![("$in".to_owned(), values.into())],
    }
}

/// Whether equality means the value itself: a regular expression would be matched.
fn is_plain(value: &Bson) -> bool {
    let condition = value.as_document().is_some_and(is_condition);
    !condition && !matches!(value, Bson::RegularExpression(_))
}

/// Type names without order or repetition; a single one without its list.
fn types(value: &Bson) -> Bson {
    let Bson::Array(values) = value else {
        return alias(value);
    };
    let mut aliases = sorted_values(values.iter().map(alias).collect());
    aliases.dedup_by_key(|value| text(value));
    match <[Bson; 1]>::try_from(aliases) {
        Ok([only]) => only,
        Err(aliases) => aliases.into(),
    }
}

/// The alias of a type that is written by its number (manual, "BSON Types").
fn alias(value: &Bson) -> Bson {
    let value = numbers_in(value);
    let code = value.as_i32().and_then(|code| i8::try_from(code).ok());
    let known = code.and_then(|code| schema_rules::bson_type(code.cast_unsigned()));
    known.map_or(value, Bson::from)
}
