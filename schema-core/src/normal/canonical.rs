//! Values that compare as the server compares them.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use bson::{Bson, Document};

/// A document in its normal form, compared by content **and order**.
///
/// `bson::Document` itself compares without regard to order, which would take `{a: 1, b: 1}` and
/// `{b: 1, a: 1}` for the same index key.
#[derive(Debug, Clone)]
pub struct Canonical {
    document: Document,
    text: String,
}

impl Canonical {
    /// Normalises the numbers in the document; its fields keep their order.
    pub fn new(document: &Document) -> Self {
        let document = numbers(document);
        let mut text = String::new();
        write_document(&document, &mut text);
        Self { document, text }
    }

    /// The document in its normal form.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The names of the fields that are not the same in both, this one's first.
    pub fn differing(&self, other: &Self) -> Vec<String> {
        let (own, other) = (&self.document, &other.document);
        let added = other.keys().filter(|name| !own.contains_key(name));
        let names = own.keys().chain(added);
        names
            .filter(|name| !same(own.get(name), other.get(name)))
            .cloned()
            .collect()
    }

    /// The document in its normal form, as canonical Extended JSON.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Canonical {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Canonical {}

impl Hash for Canonical {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// The value as text that is equal for equal values alone; NaN equals itself.
pub(super) fn text(value: &Bson) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// Canonical Extended JSON. What is frequent is written without the values that serde would make of it
/// first: a plan of 1,000 collections normalises some 50,000 documents.
fn write(value: &Bson, text: &mut String) {
    match value {
        Bson::Document(document) => write_document(document, text),
        Bson::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(value, text);
            }
            text.push(']');
        }
        Bson::String(value) => write_string(value, text),
        Bson::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        // A `String` takes every text.
        Bson::Int32(number) => drop(write!(text, r#"{{"$numberInt":"{number}"}}"#)),
        other => text.push_str(&other.clone().into_canonical_extjson().to_string()),
    }
}

fn write_document(document: &Document, text: &mut String) {
    text.push('{');
    for (at, (name, value)) in document.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write_string(name, text);
        text.push(':');
        write(value, text);
    }
    text.push('}');
}

fn write_string(value: &str, text: &mut String) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if value.bytes().all(is_plain) {
        text.push('"');
        text.push_str(value);
        text.push('"');
    } else {
        text.push_str(&serde_json::Value::from(value).to_string());
    }
}

/// Whether two values, both in normal form, are the same.
pub fn same(left: Option<&Bson>, right: Option<&Bson>) -> bool {
    left.map(text) == right.map(text)
}

/// Whether the server takes the value of an option for true: a number counts by being zero or not.
pub fn truthy(value: &Bson) -> bool {
    match numbers_in(value) {
        Bson::Boolean(value) => value,
        Bson::Int32(value) => value != 0,
        Bson::Null | Bson::Undefined => false,
        _ => true,
    }
}

/// The document with every number in it normalised, at any depth.
pub(super) fn numbers(document: &Document) -> Document {
    document
        .iter()
        .map(|(name, value)| (name.clone(), numbers_in(value)))
        .collect()
}

/// The value with every number in it normalised, at any depth.
///
/// `1`, `1.0` and a 64-bit 1 are one number to the server; here an integral one is the smallest
/// of `int` and `long` that holds it.
pub(super) fn numbers_in(value: &Bson) -> Bson {
    match value {
        Bson::Int64(number) => integer(*number),
        Bson::Double(number) => double(*number),
        Bson::Decimal128(number) => match number.to_string().parse() {
            Ok(number) => integer(number),
            Err(_) => value.clone(),
        },
        Bson::Document(document) => Bson::Document(numbers(document)),
        Bson::Array(values) => Bson::Array(values.iter().map(numbers_in).collect()),
        other => other.clone(),
    }
}

fn integer(number: i64) -> Bson {
    i32::try_from(number).map_or(Bson::Int64(number), Bson::Int32)
}

fn double(number: f64) -> Bson {
    // From 2^63 on a double is beyond `long`, and the cast would saturate.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if number.is_nan() {
        return Bson::Double(f64::NAN.copysign(1.0));
    }
    if number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number) {
        return integer(number as i64);
    }
    Bson::Double(number)
}

/// The fields sorted by name, where their order has no meaning.
pub(super) fn sorted(document: Document) -> Document {
    let mut fields: Vec<(String, Bson)> = document.into_iter().collect();
    fields.sort_by(|left, right| left.0.cmp(&right.0));
    fields.into_iter().collect()
}

/// The values sorted, where their order has no meaning; their numbers must be normalised.
pub(super) fn sorted_values(mut values: Vec<Bson>) -> Vec<Bson> {
    values.sort_by_cached_key(text);
    values
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    #[test]
    fn the_text_is_canonical_extended_json() {
        // In the order of the names, which `serde_json` alone would bring them into.
        let document = doc! {
            "": bson::oid::ObjectId::from_bytes([1; 12]),
            "a\"\\\n\u{7f}\u{2028}ü": ["x\u{1}", 1, -1_i64, 0.5, f64::NAN, true, false, null, [], {}],
            "b": bson::DateTime::from_millis(1),
        };
        let value = Bson::Document(document);
        assert_eq!(
            text(&value),
            value.clone().into_canonical_extjson().to_string()
        );
    }

    #[test]
    fn numbers_of_one_value_are_the_same() {
        let forms = [Bson::Int32(1), Bson::Int64(1), Bson::Double(1.0)];
        for form in forms {
            assert_eq!(numbers_in(&form), Bson::Int32(1));
        }
        assert_eq!(numbers_in(&Bson::Double(-0.0)), Bson::Int32(0));
        assert_eq!(numbers_in(&Bson::Double(4e9)), Bson::Int64(4_000_000_000));
        assert_eq!(numbers_in(&Bson::Double(0.5)), Bson::Double(0.5));
        assert_eq!(numbers_in(&Bson::Double(1e300)), Bson::Double(1e300));
        assert_eq!(
            numbers_in(&Bson::Double(9_223_372_036_854_775_808.0)),
            Bson::Double(9_223_372_036_854_775_808.0)
        );
    }

    #[test]
    fn order_counts_and_nan_is_itself() {
        let canonical = |document: Document| Canonical::new(&document);
        assert_ne!(
            canonical(doc! { "a": 1, "b": 1 }),
            canonical(doc! { "b": 1, "a": 1 })
        );
        assert_eq!(
            canonical(doc! { "a": f64::NAN }),
            canonical(doc! { "a": -f64::NAN })
        );
    }
}
