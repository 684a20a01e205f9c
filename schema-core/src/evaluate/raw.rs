//! BSON as it lies in memory: read in place, nothing is copied.
//!
//! [`check`] looks at the form of a whole document (specification at bsonspec.org) and tells what is
//! wrong with it. A read of what was not checked yields nothing where bytes are short, so that a
//! schema can be held against bytes of any form: what it admits is whole (see
//! [`Node::holds`](super::node::Node::holds)), and of most documents that is all that is asked.

use super::error::Malformed;
use super::key::Key;

/// How deep documents and arrays may lie in each other, the document itself included. Source:
/// MongoDB Limits and Thresholds, the depth that the server takes over the wire.
pub(super) const MAX_DEPTH: u8 = 200;

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
    /// The number of its type; above it, in how many documents and arrays it lies, itself included if
    /// it is one. One word, since a word that was written in parts is slow to read.
    tag: usize,
    /// Its bytes, without type and name.
    pub(super) bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// A whole document as a value.
    pub(super) fn document(bytes: &'a [u8]) -> Self {
        Self::new(kind::OBJECT, 1, bytes)
    }

    /// A value of this type, so deep.
    #[inline]
    pub(super) fn new(kind: u8, depth: u8, bytes: &'a [u8]) -> Self {
        let tag = usize::from(depth) << 8 | usize::from(kind);
        Self { tag, bytes }
    }

    /// Its two parts. A call hands over these in registers, and a value, of three words, in memory: too
    /// slow where every value goes.
    #[inline]
    pub(super) fn parts(self) -> (usize, &'a [u8]) {
        (self.tag, self.bytes)
    }

    /// Of its parts.
    #[inline]
    pub(super) fn of(tag: usize, bytes: &'a [u8]) -> Self {
        Self { tag, bytes }
    }

    /// The number of its type.
    #[inline]
    pub(super) fn kind(self) -> u8 {
        self.tag as u8
    }

    #[inline]
    fn depth(self) -> u8 {
        (self.tag >> 8) as u8
    }

    /// The elements of a document or an array; none where it lies deeper than any may.
    #[inline]
    pub(super) fn elements(self) -> Elements<'a> {
        let rest = match self.depth() {
            0..=MAX_DEPTH => self.bytes.get(4..).unwrap_or_default(),
            _ => &[],
        };
        Elements {
            rest,
            depth: self.depth().saturating_add(1),
        }
    }

    /// Whether it has the form that its type asks, down to its innermost values. What is read out of
    /// other bytes has the length that it states.
    #[inline]
    pub(super) fn is_whole(self) -> bool {
        match self.kind() {
            kind::OBJECT | kind::ARRAY => elements_are_whole(self, self.bytes).is_ok(),
            kind::CODE_WITH_SCOPE => code_is_whole(self, self.bytes).is_ok(),
            _ => is_whole(self),
        }
    }

    /// As [`Self::is_whole`], of a string.
    #[inline]
    pub(super) fn is_whole_text(self) -> bool {
        is_ended(self.bytes)
    }

    /// What a string, a symbol or a piece of code says, without its length and its end.
    #[inline]
    pub(super) fn text(self) -> &'a [u8] {
        let end = self.bytes.len().saturating_sub(1);
        self.bytes.get(4..end).unwrap_or_default()
    }

    /// The value of this type that begins at `offset` in the bytes.
    pub(super) fn inner(self, offset: usize, kind: u8) -> Option<Value<'a>> {
        let rest = self.bytes.get(offset..)?;
        let bytes = rest.get(..size(kind, rest)?)?;
        Some(Value::new(kind, self.depth().saturating_add(1), bytes))
    }

    pub(super) fn is_object(self) -> bool {
        self.kind() == kind::OBJECT
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
    depth: u8,
}

impl<'a> Elements<'a> {
    /// Whether all of them were read, and nothing is behind them. If not so once there is no next
    /// one, their document is not whole.
    #[inline]
    pub(super) fn are_read(&self) -> bool {
        self.rest == [0]
    }

    /// The value of the next element if it has this name; otherwise the element stays the next.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "a value that is returned in memory is slow to read"
    )]
    pub(super) fn next_named(&mut self, name: &Key) -> Option<Value<'a>> {
        let (&kind, rest) = self.rest.split_first().filter(|(kind, _)| **kind != 0)?;
        let rest = name.behind(rest)?;
        self.take(kind, rest)
    }

    /// The value of the next element, whatever its name, which of an array's items is mostly a
    /// digit or two.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "a value that is returned in memory is slow to read"
    )]
    pub(super) fn next_value(&mut self) -> Option<Value<'a>> {
        let short = match self.rest {
            [kind, 1..=255, 0, rest @ ..] => Some((*kind, rest)),
            [kind, 1..=255, 1..=255, 0, rest @ ..] => Some((*kind, rest)),
            _ => None,
        };
        match short {
            Some((kind, rest)) if kind != 0 => self.take(kind, rest),
            _ => self.next().map(|(_, value)| value),
        }
    }

    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "a value that is returned in memory is slow to read"
    )]
    fn take(&mut self, kind: u8, rest: &'a [u8]) -> Option<Value<'a>> {
        let (bytes, rest) = rest.split_at_checked(size(kind, rest)?)?;
        self.rest = rest;
        Some(Value::new(kind, self.depth, bytes))
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = (&'a [u8], Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (&kind, rest) = self.rest.split_first().filter(|(kind, _)| **kind != 0)?;
        let end = zero(rest)?;
        let value = self.take(kind, &rest[end + 1..])?;
        Some((&rest[..end], value))
    }
}

/// How many bytes a value of this type takes at the start of `rest`; none where its type or a
/// length in it is none.
#[inline]
fn size(kind: u8, rest: &[u8]) -> Option<usize> {
    let rule = SIZES[usize::from(kind)];
    match rule {
        0..COUNTED => Some(rule.into()),
        OTHER => size_of_regex(kind, rest),
        _ => length(rest)?.checked_add(usize::from(rule - COUNTED)),
    }
}

/// A value begins with how many bytes it has; over this, how many are not in that count.
const COUNTED: u8 = 0x40;

/// No type, or one of its own.
const OTHER: u8 = 0xFF;

/// Of each type its number of bytes: looked up, since a branch for each type is guessed wrongly too
/// often.
const SIZES: [u8; 256] = {
    let mut sizes = [OTHER; 256];
    let mut at = 0;
    while at < 256 {
        sizes[at] = size_of_type(at as u8);
        at += 1;
    }
    sizes
};

const fn size_of_type(kind: u8) -> u8 {
    match kind {
        kind::UNDEFINED | kind::NULL | kind::MIN_KEY | kind::MAX_KEY => 0,
        kind::BOOL => 1,
        kind::INT => 4,
        kind::DOUBLE | kind::DATE | kind::TIMESTAMP | kind::LONG => 8,
        kind::OBJECT_ID => 12,
        kind::DECIMAL => 16,
        kind::OBJECT | kind::ARRAY | kind::CODE_WITH_SCOPE => COUNTED,
        kind::STRING | kind::CODE | kind::SYMBOL => COUNTED + 4,
        kind::BINARY => COUNTED + 5,
        kind::DB_POINTER => COUNTED + 16,
        _ => OTHER,
    }
}

/// Two texts behind each other.
#[cold]
fn size_of_regex(kind: u8, rest: &[u8]) -> Option<usize> {
    if kind != kind::REGEX {
        return None;
    }
    let pattern = end_of_text(rest)?;
    Some(pattern + end_of_text(&rest[pattern..])?)
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
pub(super) fn zero(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let (mut rest, mut behind) = (bytes, 0);
    while let Some((chunk, next)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // The lowest bit that is left belongs to the first zero.
        let zeros = word.wrapping_sub(LOW) & !word & HIGH;
        if zeros != 0 {
            return Some(behind + zeros.trailing_zeros() as usize / 8);
        }
        (rest, behind) = (next, behind + 8);
    }
    let found = rest.iter().position(|byte| *byte == 0);
    found.map(|at| behind + at)
}

/// Whether these bytes are as many as they say.
pub(super) fn states_its_length(document: &[u8]) -> bool {
    length(document) == Some(document.len()) && document.len() >= 5
}

/// A length, a text, a zero.
#[inline]
fn is_ended(text: &[u8]) -> bool {
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
        let at = elements.rest;
        let Some((_, inner)) = elements.next() else {
            return match at {
                [0] => Ok(()),
                _ => fault(at, "a value is cut short, or its type is unknown"),
            };
        };
        match inner.kind() {
            kind::OBJECT | kind::ARRAY => elements_are_whole(inner, of)?,
            kind::CODE_WITH_SCOPE => code_is_whole(inner, of)?,
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

/// The two parts of code with scope.
pub(super) fn code_and_scope(value: Value<'_>) -> Option<(&[u8], Value<'_>)> {
    let rest = value.bytes.get(4..)?;
    let (code, scope) = rest.split_at_checked(length(rest)?.checked_add(4)?)?;
    let scope = Value::new(kind::OBJECT, value.depth(), scope);
    is_ended(code).then_some((code, scope))
}
