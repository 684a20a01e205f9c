//! What documents have at stored paths.

use bson::{Bson, Document};

pub(super) fn number(value: &Bson) -> Option<f64> {
    match value {
        Bson::Int32(number) => Some(f64::from(*number)),
        #[allow(clippy::cast_precision_loss)] // as the ends of an example, near is near enough
        Bson::Int64(number) => Some(*number as f64),
        Bson::Double(number) => Some(*number),
        Bson::Decimal128(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

/// The first value at a stored path that is neither null nor missing, as the server finds it: through
/// arrays.
pub(super) fn first(document: &Document, path: &str) -> Option<Bson> {
    let names: Vec<&str> = path.split('.').collect();
    let (name, rest) = names.split_first()?;
    inside(document.get(name)?, rest)
}

fn inside(value: &Bson, path: &[&str]) -> Option<Bson> {
    match (value, path) {
        (Bson::Null | Bson::Undefined, _) => None,
        (Bson::Array(items), _) => items.iter().find_map(|item| inside(item, path)),
        (value, []) => Some(value.clone()),
        (Bson::Document(document), [name, rest @ ..]) => inside(document.get(name)?, rest),
        _ => None,
    }
}

/// The first position of a place: of a geometry, or a pair of numbers.
pub(super) fn place(document: &Document, path: &str) -> Option<[f64; 2]> {
    let names: Vec<&str> = path.split('.').collect();
    let mut value = document.get(names.first()?)?;
    for name in &names[1..] {
        value = value.as_document()?.get(name)?;
    }
    position(value)
}

fn position(value: &Bson) -> Option<[f64; 2]> {
    match value {
        Bson::Document(geometry) => match geometry.get("coordinates") {
            Some(coordinates) => position(coordinates),
            None => geometry.get("geometries").and_then(position).or_else(|| {
                let mut numbers = geometry.values().filter_map(number);
                Some([numbers.next()?, numbers.next()?])
            }),
        },
        Bson::Array(items) => match items[..] {
            [ref one, ref two, ..] if number(one).is_some() => Some([number(one)?, number(two)?]),
            [ref first, ..] => position(first),
            [] => None,
        },
        _ => None,
    }
}

/// The longest word of a text: short ones are often not indexed.
pub(super) fn word(text: &Bson) -> Option<String> {
    let words = text
        .as_str()?
        .split(|letter: char| !letter.is_alphanumeric());
    let word = words.max_by_key(|word| word.chars().count())?;
    (!word.is_empty()).then(|| word.to_owned())
}
