//! Whether bytes are BSON, and where they are not (specification at bsonspec.org).

use super::error::Malformed;
use super::raw::{MAX_DEPTH, Value, code_and_scope, kind};
use super::size::length;

/// Whether these bytes are as many as they say.
pub(super) fn states_its_length(document: &[u8]) -> bool {
    length(document) == Some(document.len()) && document.len() >= 5
}

/// A length, a text, a zero.
#[inline]
pub(super) fn is_ended(text: &[u8]) -> bool {
    text.len() >= 5 && text.last() == Some(&0)
}

/// The document in these bytes, if they are one from the first to the last.
pub(super) fn check(bytes: &[u8]) -> Result<Value<'_>, Malformed> {
    let value = Value::document(bytes);
    if !states_its_length(bytes) {
        let reason = "a document's length is not what it says";
        return Err(Malformed::new(0, reason));
    }
    elements_are_whole(value, bytes).map(|()| value)
}

/// `of` is the whole document, for telling where a fault lies.
fn elements_are_whole(value: Value<'_>, of: &[u8]) -> Result<(), Malformed> {
    let fault = |at: &[u8], reason| Err(Malformed::new(offset(of, at), reason));
    if value.depth() > MAX_DEPTH {
        return fault(value.bytes, "nested deeper than a server takes it");
    }
    if !states_its_length(value.bytes) {
        return fault(value.bytes, "a document's length is not what it says");
    }
    let mut elements = value.elements();
    loop {
        let at = elements.rest();
        let Some((_, inner)) = elements.next() else {
            return match at {
                [0] => Ok(()),
                _ => fault(at, "a value is cut short, or its type is unknown"),
            };
        };
        match inner.kind() {
            kind::OBJECT | kind::ARRAY => elements_are_whole(inner, of)?,
            kind::CODE_WITH_SCOPE => code_is_whole(inner, of)?,
            _ if !is_whole_leaf(inner) => {
                return fault(inner.bytes, "a value is not of its type's form");
            }
            _ => {}
        }
    }
}

/// Where `part` begins in `whole`, of which it is a part.
fn offset(whole: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// A value, by its parts.
pub(super) fn is_whole(tag: usize, bytes: &[u8]) -> bool {
    let value = Value::of(tag, bytes);
    match value.kind() {
        kind::OBJECT | kind::ARRAY => elements_are_whole(value, bytes).is_ok(),
        kind::CODE_WITH_SCOPE => code_is_whole(value, bytes).is_ok(),
        _ => is_whole_leaf(value),
    }
}

/// A value that holds no documents.
#[inline]
fn is_whole_leaf(value: Value<'_>) -> bool {
    match value.kind() {
        kind::STRING | kind::CODE | kind::SYMBOL => is_ended(value.bytes),
        kind::DB_POINTER => {
            let end = value.bytes.len().saturating_sub(12);
            value.bytes.get(..end).is_some_and(is_ended)
        }
        kind::BOOL => matches!(value.bytes, [0 | 1]),
        // The old form repeats its length.
        kind::BINARY if value.bytes.get(4) == Some(&2) => {
            let inner = value.bytes.get(5..).unwrap_or_default();
            length(inner).is_some_and(|length| Some(length) == inner.len().checked_sub(4))
        }
        _ => true,
    }
}

fn code_is_whole(value: Value<'_>, of: &[u8]) -> Result<(), Malformed> {
    let whole = code_and_scope(value).ok_or_else(|| {
        Malformed::new(offset(of, value.bytes), "a value is not of its type's form")
    });
    whole.and_then(|(_, scope)| elements_are_whole(scope, of))
}
