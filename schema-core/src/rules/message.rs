//! Messages that are put together during constant evaluation.

use schema_rules::Rule;

/// The longest message; what is longer is cut off.
const CAPACITY: usize = 1024;

/// A text under construction.
pub(crate) struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    /// An empty text.
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; CAPACITY],
            length: 0,
        }
    }

    /// The text with these parts after it.
    pub(crate) const fn with(mut self, parts: &[&str]) -> Self {
        let mut part = 0;
        while part < parts.len() {
            self = self.with_bytes_of(parts[part].as_bytes());
            part += 1;
        }
        self
    }

    /// The text with this field of a list of names after it: the one at this position, of those
    /// that NUL ends.
    pub(crate) const fn with_name(self, names: &str, position: usize) -> Self {
        let bytes = names.as_bytes();
        let mut start = 0;
        let mut skipped = 0;
        while skipped < position && start < bytes.len() {
            if bytes[start] == 0 {
                skipped += 1;
            }
            start += 1;
        }
        let mut end = start;
        while end < bytes.len() && bytes[end] != 0 {
            end += 1;
        }
        self.with_bytes_of(bytes.split_at(end).0.split_at(start).1)
    }

    /// The text with the first names of a list of pairs after it, in backticks, between commas.
    pub(crate) const fn with_every_other_name(mut self, names: &str, count: usize) -> Self {
        let mut at = 0;
        while at < count {
            let before = if at == 0 { "`" } else { ", `" };
            self = self.with(&[before]).with_name(names, at * 2).with(&["`"]);
            at += 1;
        }
        self
    }

    /// The text with these bytes after it.
    pub(crate) const fn with_bytes_of(mut self, bytes: &[u8]) -> Self {
        let mut at = 0;
        while at < bytes.len() && self.length < CAPACITY {
            self.bytes[self.length] = bytes[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Stops the compilation with this text, what to write instead, and the rule's name.
    #[track_caller]
    pub(crate) const fn fail(self, instead: &str, rule: &Rule) -> ! {
        self.with(&["; ", instead]).finish(rule)
    }

    /// Stops the compilation with this text and the rule's name.
    #[track_caller]
    pub(crate) const fn finish(self, rule: &Rule) -> ! {
        let message = self.with(&[" [", rule.name, "]"]);
        match std::str::from_utf8(message.bytes.split_at(message.length).0) {
            Ok(text) => panic!("{}", text),
            // Cut off inside a character.
            Err(error) => {
                match std::str::from_utf8(message.bytes.split_at(error.valid_up_to()).0) {
                    Ok(text) => panic!("{}", text),
                    Err(_) => panic!("{}", rule.name),
                }
            }
        }
    }
}
