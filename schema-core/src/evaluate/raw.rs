//! BSON as it lies in memory: read in place, nothing is copied.
//!
//! A read yields nothing where bytes are short, so that a schema can be held against bytes of any
//! form: what it admits is whole (see [`Node::holds`](super::node::Node::holds)), and of most
//! documents that is all that is asked. What is wrong with the others is told by
//! [`check`](super::whole::check).

use super::key::Key;
use super::size::{length, size, zero};
use super::whole::{is_ended, is_whole};

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
    pub(super) fn depth(self) -> u8 {
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
            // Any bytes of their number will do.
            kind::OBJECT_ID | kind::DATE | kind::NULL => true,
            _ => is_whole(self.tag, self.bytes),
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
    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

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

/// The two parts of code with scope.
pub(super) fn code_and_scope(value: Value<'_>) -> Option<(&[u8], Value<'_>)> {
    let rest = value.bytes.get(4..)?;
    let (code, scope) = rest.split_at_checked(length(rest)?.checked_add(4)?)?;
    let scope = Value::new(kind::OBJECT, value.depth(), scope);
    is_ended(code).then_some((code, scope))
}
