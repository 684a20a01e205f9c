//! The parts of which the server's explanation of a refused document is made (manual, "Schema
//! Validation", "Understand the error").

use bson::{Bson, Document, RawDocument, doc};
use schema_rules::bson_type;

use super::raw::{Value, kind};

/// A fault of these keywords, of which the first names it and those that are stated are shown.
pub(super) fn rule(keywords: &[&str], stated: &Document, reason: &str) -> Document {
    let shown = keywords.iter().filter_map(|keyword| {
        let value = stated.get(keyword)?;
        Some(((*keyword).to_owned(), value.clone()))
    });
    doc! {
        "operatorName": keywords[0],
        "specifiedAs": shown.collect::<Document>(),
        "reason": reason,
    }
}

/// Adds the value that is at fault.
pub(super) fn considered(fault: &mut Document, value: Value<'_>) {
    fault.insert("consideredValue", bson(value));
}

/// The value, copied out of its document. Text that is no UTF-8 is mended.
pub(super) fn bson(value: Value<'_>) -> Bson {
    if matches!(value.kind(), kind::STRING | kind::SYMBOL) {
        let text = String::from_utf8_lossy(value.text()).into_owned();
        return match value.kind() {
            kind::STRING => Bson::String(text),
            _ => Bson::Symbol(text),
        };
    }
    let bytes = alone(value);
    let document = RawDocument::from_bytes(&bytes).and_then(Document::try_from);
    let value = document.ok().and_then(|mut document| document.remove("v"));
    value.unwrap_or_else(|| Bson::String("a value that holds text which is no UTF-8".to_owned()))
}

/// A document `{ v: value }`.
fn alone(value: Value<'_>) -> Vec<u8> {
    let length = 4 + 1 + 2 + value.bytes.len() + 1;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend((length as i32).to_le_bytes());
    bytes.extend([value.kind(), b'v', 0]);
    bytes.extend(value.bytes);
    bytes.push(0);
    bytes
}

/// The alias of a type.
pub(super) fn type_name(kind: u8) -> &'static str {
    bson_type(kind).unwrap_or("unknown")
}

/// A name as text.
pub(super) fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
