//! Rules about the stored names of an index's keys: how large they are together, and the default
//! name that is made of them.

use schema_rules::{INDEX_DUPLICATE_NAME, INDEX_KEY_TOO_LARGE};

use super::message::Message;
use crate::model::{Collection, IndexOption, KeyKind, stored_name};

/// The most bytes of BSON that an index's key pattern takes. Source: createIndexes; the server's
/// `IndexKeyValidate`.
const MOST: u64 = 2048;

/// A text that is written piece by piece, and compared with another.
struct Text<'a> {
    wanted: &'a [u8],
    length: usize,
    same: bool,
}

impl Text<'_> {
    const fn add(&mut self, piece: &[u8]) {
        let mut at = 0;
        while at < piece.len() {
            let here = self.length + at;
            self.same = self.same && here < self.wanted.len() && self.wanted[here] == piece[at];
            at += 1;
        }
        self.length += piece.len();
    }

    /// The stored path of a key, as the server takes it.
    const fn add_path(&mut self, collection: &'static Collection, index: usize, key: usize) {
        let index = &collection.indexes[index];
        if let KeyKind::Everything | KeyKind::EveryText = index.kind(key) {
            self.add(b"$**");
            return;
        }
        let path = &collection.paths[index.path(key)];
        let mut at = 0;
        while let Some(name) = stored_name(collection, path, at) {
            if at > 0 {
                self.add(b".");
            }
            self.add(name);
            at += 1;
        }
        if let KeyKind::Wildcard = index.kind(key) {
            self.add(b".$**");
        }
    }
}

/// How a key's kind is written in a default name.
const fn word(kind: KeyKind) -> &'static [u8] {
    match kind {
        KeyKind::Ascending | KeyKind::Wildcard | KeyKind::Everything => b"1",
        KeyKind::Descending => b"-1",
        KeyKind::Text | KeyKind::EveryText => b"text",
        KeyKind::Hashed => b"hashed",
        KeyKind::Geo2dSphere => b"2dsphere",
        KeyKind::Geo2d => b"2d",
    }
}

/// [`INDEX_KEY_TOO_LARGE`] for the index at this position.
#[track_caller]
pub const fn index_key_size(collection: &'static Collection, index: usize) {
    let mut bytes = 5;
    let mut key = 0;
    while key < collection.indexes[index].key_count() {
        let mut path = Text {
            wanted: b"",
            length: 0,
            same: true,
        };
        path.add_path(collection, index, key);
        let word = word(collection.indexes[index].kind(key));
        // A direction is an integer of 32 bits; a kind is a string.
        let value = if word.len() > 2 || word[0] == b'2' {
            word.len() + 5
        } else {
            4
        };
        bytes += (2 + path.length + value) as u64;
        key += 1;
    }
    if bytes > MOST {
        Message::new()
            .with(&["the keys of the index take "])
            .with_bytes(bytes)
            .fail(INDEX_KEY_TOO_LARGE.remedy, &INDEX_KEY_TOO_LARGE)
    }
}

/// [`INDEX_DUPLICATE_NAME`] for the index at position `named`, which has a name of its own, beside
/// the one at position `other`, which has none.
#[track_caller]
pub const fn index_name(collection: &'static Collection, named: usize, other: usize) {
    let mut at = 0;
    while at < collection.indexes[named].options.len() {
        if let IndexOption::Name(name) = collection.indexes[named].options[at]
            && is_default_name(collection, other, name)
        {
            Message::new()
                .with(&["two indexes have the same default name"])
                .fail(INDEX_DUPLICATE_NAME.remedy, &INDEX_DUPLICATE_NAME)
        }
        at += 1;
    }
}

const fn is_default_name(collection: &'static Collection, index: usize, name: &str) -> bool {
    let mut text = Text {
        wanted: name.as_bytes(),
        length: 0,
        same: true,
    };
    let mut key = 0;
    while key < collection.indexes[index].key_count() {
        if key > 0 {
            text.add(b"_");
        }
        text.add_path(collection, index, key);
        text.add(b"_");
        text.add(word(collection.indexes[index].kind(key)));
        key += 1;
    }
    text.same && text.length == name.len()
}
