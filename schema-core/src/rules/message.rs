//! Messages that are put together during constant evaluation.

use schema_rules::Rule;

use super::nearest::{name_at, nearest};

/// The longest message; what is longer is cut off, but for the rule's name.
const CAPACITY: usize = 1024;
/// What is kept for the rule's name.
const ENDING: usize = 64;
/// How many names a message lists.
const LISTED: usize = 12;

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
        self.with_bytes_of(name_at(names, position))
    }

    /// The text with what to write in place of `wanted`: the nearest of the first names of a list
    /// of pairs, or all of them.
    pub(crate) const fn with_nearest(mut self, names: &str, count: usize, wanted: &[u8]) -> Self {
        if let Some(near) = nearest(names, count, wanted) {
            let meant = self.with(&["; did you mean `"]);
            return meant.with_name(names, near * 2).with(&["`?"]);
        }
        let mut at = 0;
        while at < count && at < LISTED {
            let before = if at == 0 { "; write one of `" } else { ", `" };
            self = self.with(&[before]).with_name(names, at * 2).with(&["`"]);
            at += 1;
        }
        self.with(if count > LISTED { &[", …"] } else { &[] })
    }

    /// The text with a server's version after it.
    pub(crate) const fn with_version(self, (major, minor): (u8, u8)) -> Self {
        let major = self.with_number(major as u32);
        major.with(&["."]).with_number(minor as u32)
    }

    /// The text with a number after it.
    pub(crate) const fn with_number(self, number: u32) -> Self {
        let text = if number >= 10 {
            self.with_number(number / 10)
        } else {
            self
        };
        text.with_bytes_of(&[b'0' + (number % 10) as u8])
    }

    /// The text with these bytes after it.
    pub(crate) const fn with_bytes_of(mut self, bytes: &[u8]) -> Self {
        let mut at = 0;
        while at < bytes.len() && self.length < CAPACITY - ENDING {
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
        let message = self.ended_by(" [").ended_by(rule.name).ended_by("]");
        match std::str::from_utf8(message.bytes.split_at(message.length).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("{}", rule.name),
        }
    }

    /// The text, cut off at a whole character, with the rule's name in what is kept for it.
    const fn ended_by(mut self, text: &str) -> Self {
        if let Err(error) = std::str::from_utf8(self.bytes.split_at(self.length).0) {
            self.length = error.valid_up_to();
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && self.length < CAPACITY {
            self.bytes[self.length] = bytes[at];
            self.length += 1;
            at += 1;
        }
        self
    }
}
