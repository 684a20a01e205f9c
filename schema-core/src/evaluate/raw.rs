//! BSON as it lies in memory: read in place, nothing is copied.
//!
//! [`check`] looks once at the form of a whole document (specification at bsonspec.org). What it
//! admits is then read without further errors: where bytes are short, a read yields nothing.

use super::error::Malformed;

/// How deep documents and arrays may lie in each other, the document itself included. Source:
/// MongoDB Limits and Thresholds, the depth that the server takes over the wire.
pub(super) const MAX_DEPTH: usize = 200;

/// The numbers that BSON gives its types.
pub(super) mod kind {
    pub(in super::super) const DOUBLE: u8 = 0x01;
    pub(in super::super) const STRING: u8 = 0x02;
    pub(in super::super) const OBJECT: u8 = 0x03;
    pub(in super::super) const ARRAY: u8 = 0x04;
    pub(in super::super) const BINARY: u8 = 0x05;
    pub(in super::super) const UNDEFINED: u8 = 0x06;
    pub(in super::super) const OBJECT_ID: u8 = 0x07;
    pub(in super::super) const BOOL: u8 = 0x08;
    pub(in super::super) const DATE: u8 = 0x09;
    pub(in super::super) const NULL: u8 = 0x0A;
    pub(in super::super) const REGEX: u8 = 0x0B;
    pub(in super::super) const DB_POINTER: u8 = 0x0C;
    pub(in super::super) const CODE: u8 = 0x0D;
    pub(in super::super) const SYMBOL: u8 = 0x0E;
    pub(in super::super) const CODE_WITH_SCOPE: u8 = 0x0F;
    pub(in super::super) const INT: u8 = 0x10;
    pub(in super::super) const TIMESTAMP: u8 = 0x11;
    pub(in super::super) const LONG: u8 = 0x12;
    pub(in super::super) const DECIMAL: u8 = 0x13;
    pub(in super::super) const MIN_KEY: u8 = 0xFF;
    pub(in super::super) const MAX_KEY: u8 = 0x7F;
}

/// A value in place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'a> {
    /// The number of its type.
    pub(super) kind: u8,
    /// Its bytes, without type and name.
    pub(super) bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// A whole document as a value.
    pub(super) fn document(bytes: &'a [u8]) -> Self {
        Self {
            kind: kind::OBJECT,
            bytes,
        }
    }

    /// The elements of a document or an array.
    pub(super) fn elements(self) -> Elements<'a> {
        Elements {
            rest: self.bytes.get(4..).unwrap_or_default(),
        }
    }

    /// What a string, a symbol or a piece of code says, without its length and its end.
    pub(super) fn text(self) -> &'a [u8] {
        let end = self.bytes.len().saturating_sub(1);
        self.bytes.get(4..end).unwrap_or_default()
    }

    /// The value of this type that begins at `offset` in the bytes.
    pub(super) fn inner(self, offset: usize, kind: u8) -> Option<Value<'a>> {
        let rest = self.bytes.get(offset..)?;
        let bytes = rest.get(..size(kind, rest)?)?;
        Some(Value { kind, bytes })
    }

    pub(super) fn is_object(self) -> bool {
        self.kind == kind::OBJECT
    }

    /// The first element of this name.
    pub(super) fn get(self, name: &[u8]) -> Option<Value<'a>> {
        let mut elements = self.elements();
        elements
            .find(|(found, _)| *found == name)
            .map(|(_, value)| value)
    }
}

/// Names and values, in their order.
#[derive(Debug, Clone)]
pub(super) struct Elements<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Elements<'a> {
    type Item = (&'a [u8], Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (&kind, rest) = self.rest.split_first().filter(|(kind, _)| **kind != 0)?;
        let end = zero(rest)?;
        let (name, rest) = (&rest[..end], &rest[end + 1..]);
        let (bytes, rest) = rest.split_at_checked(size(kind, rest)?)?;
        self.rest = rest;
        Some((name, Value { kind, bytes }))
    }
}

/// How many bytes a value of this type takes at the start of `rest`; none where its type or a
/// length in it is none.
#[inline]
fn size(kind: u8, rest: &[u8]) -> Option<usize> {
    let bytes = match kind {
        kind::UNDEFINED | kind::NULL | kind::MIN_KEY | kind::MAX_KEY => 0,
        kind::BOOL => 1,
        kind::INT => 4,
        kind::DOUBLE | kind::DATE | kind::TIMESTAMP | kind::LONG => 8,
        kind::OBJECT_ID => 12,
        kind::DECIMAL => 16,
        kind::OBJECT | kind::ARRAY | kind::CODE_WITH_SCOPE => length(rest)?,
        kind::STRING | kind::CODE | kind::SYMBOL => length(rest)?.checked_add(4)?,
        kind::BINARY => length(rest)?.checked_add(5)?,
        kind::DB_POINTER => length(rest)?.checked_add(16)?,
        kind::REGEX => {
            let pattern = end_of_text(rest)?;
            pattern + end_of_text(&rest[pattern..])?
        }
        _ => return None,
    };
    Some(bytes)
}

#[inline]
fn length(bytes: &[u8]) -> Option<usize> {
    let (length, _) = bytes.split_first_chunk::<4>()?;
    usize::try_from(i32::from_le_bytes(*length)).ok()
}

/// Behind the zero that ends a text.
fn end_of_text(bytes: &[u8]) -> Option<usize> {
    Some(zero(bytes)? + 1)
}

/// Where the first zero is; eight bytes at a time, since names end within the first few.
#[inline]
fn zero(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (at, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        // The lowest bit that is left belongs to the first zero.
        let zeros = word.wrapping_sub(LOW) & !word & HIGH;
        if zeros != 0 {
            return Some(at * 8 + zeros.trailing_zeros() as usize / 8);
        }
    }
    let behind = chunks.len() * 8;
    let found = rest.iter().position(|byte| *byte == 0);
    found.map(|at| behind + at)
}

/// The document in these bytes, if they are one from the first to the last.
pub(super) fn check(bytes: &[u8]) -> Result<Value<'_>, Malformed> {
    let value = Value::document(bytes);
    elements_are_whole(value, bytes, 1).map(|()| value)
}

/// `of` is the whole document, for telling where a fault lies.
fn elements_are_whole(value: Value<'_>, of: &[u8], depth: usize) -> Result<(), Malformed> {
    let fault = |at: &[u8], reason| Err(Malformed::new(offset(of, at), reason));
    if depth > MAX_DEPTH {
        return fault(value.bytes, "nested deeper than a server takes it");
    }
    if length(value.bytes) != Some(value.bytes.len()) || value.bytes.len() < 5 {
        return fault(value.bytes, "a document's length is not what it says");
    }
    let mut elements = value.elements();
    loop {
        let at = elements.rest;
        let Some((_, inner)) = elements.next() else {
            return match at {
                [0] => Ok(()),
                _ => fault(at, "a value is cut short, or its type is unknown"),
            };
        };
        match inner.kind {
            kind::OBJECT | kind::ARRAY => elements_are_whole(inner, of, depth + 1)?,
            kind::CODE_WITH_SCOPE => code_is_whole(inner, of, depth)?,
            _ if !is_whole(inner) => {
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

/// A value that holds no documents.
#[inline]
fn is_whole(value: Value<'_>) -> bool {
    let ended = |bytes: &[u8]| bytes.len() >= 5 && bytes.last() == Some(&0);
    match value.kind {
        kind::STRING | kind::CODE | kind::SYMBOL => ended(value.bytes),
        kind::DB_POINTER => {
            let end = value.bytes.len().saturating_sub(12);
            value.bytes.get(..end).is_some_and(ended)
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

fn code_is_whole(value: Value<'_>, of: &[u8], depth: usize) -> Result<(), Malformed> {
    let whole = code_and_scope(value).ok_or_else(|| {
        Malformed::new(offset(of, value.bytes), "a value is not of its type's form")
    });
    whole.and_then(|(_, scope)| elements_are_whole(scope, of, depth + 1))
}

/// The two parts of code with scope.
pub(super) fn code_and_scope(value: Value<'_>) -> Option<(&[u8], Value<'_>)> {
    let rest = value.bytes.get(4..)?;
    let (code, scope) = rest.split_at_checked(length(rest)?.checked_add(4)?)?;
    let ended = code.len() >= 5 && code.last() == Some(&0);
    ended.then_some((code, Value::document(scope)))
}
