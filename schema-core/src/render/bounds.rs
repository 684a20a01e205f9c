//! Bounds, each beside those that hold already.

use bson::{Bson, Decimal128, Document, doc};

use super::schema::insert_key_pattern;
use crate::model::{Keyword, Number};

/// Inserts a bound. What is already there comes from the Rust type or from a newtype, and the value
/// has to keep both.
pub(super) fn insert_bound(schema: &mut Document, keyword: Keyword) {
    match keyword {
        Keyword::MinLength(least) => at_least(schema, "minLength", integer(i64::from(least))),
        Keyword::MaxLength(most) => at_most(schema, "maxLength", integer(i64::from(most))),
        Keyword::MinItems(least) => at_least(schema, "minItems", integer(i64::from(least))),
        Keyword::MaxItems(most) => at_most(schema, "maxItems", integer(i64::from(most))),
        Keyword::MinProperties(least) => {
            at_least(schema, "minProperties", integer(i64::from(least)));
        }
        Keyword::MaxProperties(most) => at_most(schema, "maxProperties", integer(i64::from(most))),
        Keyword::Minimum(least) => at_least(schema, "minimum", number(least)),
        Keyword::Maximum(most) => at_most(schema, "maximum", number(most)),
        Keyword::ExclusiveMinimum(least) => exclusive(schema, "minimum", "exclusiveMinimum", least),
        Keyword::ExclusiveMaximum(most) => exclusive(schema, "maximum", "exclusiveMaximum", most),
        Keyword::Pattern(pattern) => also(schema, "pattern", pattern.into()),
        Keyword::MultipleOf(divisor) => also(schema, "multipleOf", number(divisor)),
        Keyword::UniqueItems => {
            schema.insert("uniqueItems", true);
        }
        Keyword::KeyPattern(pattern) => insert_key_pattern(schema, pattern),
        Keyword::StrictBsonType
        | Keyword::Title(_)
        | Keyword::Description(_)
        | Keyword::References(_) => {}
    }
}

fn at_least(schema: &mut Document, key: &str, value: Bson) {
    if schema
        .get(key)
        .is_none_or(|old| as_float(old) < as_float(&value))
    {
        schema.insert(key, value);
    }
}

fn at_most(schema: &mut Document, key: &str, value: Bson) {
    if schema
        .get(key)
        .is_none_or(|old| as_float(old) > as_float(&value))
    {
        schema.insert(key, value);
    }
}

/// An exclusive bound: a flag beside the inclusive one, in the form of draft 4.
fn exclusive(schema: &mut Document, key: &str, flag: &str, value: Number) {
    let value = number(value);
    let (new, lower) = (as_float(&value), key == "minimum");
    let looser = schema
        .get(key)
        .map(as_float)
        .is_some_and(|old| if lower { old > new } else { old < new });
    if !looser {
        schema.insert(key, value);
        schema.insert(flag, true);
    }
}

/// A keyword that must hold beside one of its own name.
fn also(schema: &mut Document, key: &str, value: Bson) {
    match schema.get(key) {
        None => {
            schema.insert(key, value);
        }
        Some(old) if *old == value => {}
        Some(_) => {
            let beside = Bson::Document(doc! { key: value });
            match schema.get_array_mut("allOf") {
                Ok(all) => all.push(beside),
                Err(_) => {
                    schema.insert("allOf", vec![beside]);
                }
            }
        }
    }
}

/// Bounds of a decimal are decimals: in binary 0.1 is a little more than that.
pub(super) fn write_in_decimal(schema: &mut Document) {
    for key in ["minimum", "maximum", "multipleOf"] {
        if let Some(Bson::Double(value)) = schema.get(key) {
            let value = decimal(&value.to_string());
            schema.insert(key, value);
        }
    }
}

fn as_float(value: &Bson) -> f64 {
    match value {
        Bson::Int32(value) => f64::from(*value),
        #[allow(clippy::cast_precision_loss)]
        // bounds beyond 2^53 that differ by less are the same to a reader
        Bson::Int64(value) => *value as f64,
        Bson::Double(value) => *value,
        Bson::Decimal128(value) => value.to_string().parse().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

/// A whole number in the narrowest type that holds it.
pub(super) fn integer(value: i64) -> Bson {
    i32::try_from(value).map_or(Bson::Int64(value), Bson::Int32)
}

fn number(value: Number) -> Bson {
    match value {
        Number::Integer(value) => integer(value),
        Number::Float(value) => Bson::Double(value),
        Number::Decimal(digits) => decimal(digits),
    }
}

/// A number in decimal; what has too many digits for that, in binary.
fn decimal(digits: &str) -> Bson {
    match (digits.parse::<Decimal128>(), digits.parse::<f64>()) {
        (Ok(value), _) => Bson::Decimal128(value),
        (Err(_), Ok(value)) => Bson::Double(value),
        (Err(_), Err(_)) => Bson::Null,
    }
}
