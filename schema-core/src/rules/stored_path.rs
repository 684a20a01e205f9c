//! Stored paths: those that are taken as they are, because they lead to where no Rust name is known.

use schema_rules::Rule;

use super::message::Message;
use crate::{
    model::{Doc, Form, Path, Shape, Types},
    variant::same,
};

/// The position of the field of this stored name.
pub(super) const fn position(doc: &Doc, stored: &[u8]) -> Option<usize> {
    let names = doc.names.as_bytes();
    let (mut at, mut start, mut ended) = (0, 0, 0);
    while at < names.len() {
        if names[at] == 0 {
            let name = names.split_at(at).0.split_at(start).1;
            if ended % 2 == 1 && same(name, stored) {
                return Some(ended / 2);
            }
            ended += 1;
            start = at + 1;
        }
        at += 1;
    }
    None
}

/// Where a stored path leads.
enum Leads {
    /// Into what only data tells: an array, a map, something opaque, a field that is not listed.
    Open,
    /// To a field of which the Rust name is known.
    Closed,
    /// Nowhere: this document has no such field.
    Unknown(&'static Doc),
    /// Into a value that is no document and no array.
    Nothing,
}

/// That a stored path leads to where no Rust name is known, by the rule about unknown paths.
#[track_caller]
pub(super) const fn stored_path(doc: &'static Doc, path: &Path, rule: &Rule) {
    match leads(doc, path.text.as_bytes()) {
        Leads::Open => {}
        Leads::Closed => Message::new()
            .with(&[
                "stored path `",
                path.text,
                "` is that of a field with a Rust name",
            ])
            .fail("write the field's Rust path, without quotes", rule),
        Leads::Unknown(doc) => Message::new()
            .with(&["stored path `", path.text, "` leads to no field of `"])
            .with(&[doc.name, "`, which has no others than its own"])
            .fail(rule.remedy, rule),
        Leads::Nothing => Message::new()
            .with(&["stored path `", path.text])
            .with(&["` leads through a value that has no fields"])
            .fail(rule.remedy, rule),
    }
}

/// Follows the names of a stored path from `doc`. What is entered through an array, a map or
/// something opaque is open from there on.
const fn leads(doc: &'static Doc, path: &[u8]) -> Leads {
    let (mut doc, mut rest) = (doc, path);
    let mut open = false;
    loop {
        let (name, behind) = split(rest);
        let Some(field) = position(doc, name) else {
            return if doc.additional_properties {
                Leads::Open
            } else {
                Leads::Unknown(doc)
            };
        };
        let mut shape = *doc.shapes[field];
        rest = behind;
        loop {
            if rest.is_empty() {
                return if open { Leads::Open } else { Leads::Closed };
            }
            match inside(shape) {
                Inside::Array(items) => {
                    open = true;
                    shape = items;
                    let (name, behind) = split(rest);
                    if is_position(name) {
                        rest = behind;
                    }
                }
                Inside::Document(inner) => {
                    doc = inner;
                    break;
                }
                Inside::Anything => return Leads::Open,
                Inside::Nothing => return Leads::Nothing,
            }
        }
    }
}

/// What stands inside a value.
enum Inside {
    Array(Shape),
    Document(&'static Doc),
    Anything,
    Nothing,
}

const fn inside(shape: Shape) -> Inside {
    let shape = shape.resolved();
    match shape.form {
        Form::Array(array) => Inside::Array(array.items),
        Form::Document(doc) => Inside::Document(doc.get()),
        _ if shape.is_poison() || shape.types.intersects(Types::OBJECT.or(Types::ARRAY)) => {
            Inside::Anything
        }
        _ => Inside::Nothing,
    }
}

/// The first name of a path, and what stands behind its dot.
const fn split(path: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < path.len() && path[at] != b'.' {
        at += 1;
    }
    let (name, behind) = path.split_at(at);
    if behind.is_empty() {
        (name, behind)
    } else {
        (name, behind.split_at(1).1)
    }
}

/// Whether a name is a position in an array.
const fn is_position(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        if !name[at].is_ascii_digit() {
            return false;
        }
        at += 1;
    }
    !name.is_empty()
}
