//! Places inside a field, and what is written there.

use schema_rules::Rule;

use super::message::Message;
use crate::model::{Doc, Keyword, Number};

/// A place inside a field: the field, and how deep inside it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    doc: &'a Doc,
    field: usize,
    /// How many arrays and maps lead there.
    pub(super) depth: u8,
    /// At which depths a map was entered, one bit each.
    maps: u128,
}

impl<'a> Place<'a> {
    /// The field at this position itself.
    pub(super) const fn field(doc: &'a Doc, field: usize) -> Self {
        Self {
            doc,
            field,
            depth: 0,
            maps: 0,
        }
    }

    /// Inside the items of an array.
    pub(super) const fn inside(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Inside the values of a map.
    pub(super) const fn inside_map(self) -> Self {
        let Self { depth, maps, .. } = self;
        Self {
            depth: depth + 1,
            maps: maps | 1 << (depth % 128),
            ..self
        }
    }

    /// Stops the compilation: what is wrong, that this has to be written here or something else
    /// done, and the rule's name.
    #[track_caller]
    pub(super) const fn fail_with(
        self,
        message: Message,
        written: &str,
        otherwise: &str,
        rule: &Rule,
    ) -> ! {
        let mut message = message.with(&["; write `#[field("]);
        let mut level = 0;
        while level < self.depth {
            let map = self.maps >> (level % 128) & 1 == 1;
            message = message.with(&[if map { "values(" } else { "items(" }]);
            level += 1;
        }
        message = message.with(&[written]);
        while level > 0 {
            message = message.with(&[")"]);
            level -= 1;
        }
        message.with(&[")]`", otherwise]).finish(rule)
    }

    /// The keywords of this kind that stand here are more than none.
    pub(super) const fn has(self, kind: Kind) -> bool {
        let mut at = 0;
        while at < self.doc.keywords.len() {
            let placed = &self.doc.keywords[at];
            if placed.field as usize == self.field
                && placed.depth == self.depth
                && kind.is(&placed.keyword)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// `what` and the field's name, or that it is inside the field.
    pub(super) const fn named(self, whole: &str, inside: &str) -> Message {
        let what = if self.depth == 0 { whole } else { inside };
        Message::new()
            .with(&[what, " `"])
            .with_name(self.doc.names, self.field * 2)
            .with(&["` "])
    }
}

/// A kind of keyword that satisfies a rule.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    MaxItems,
    MaxProperties,
    KeyPattern,
    Maximum,
}

impl Kind {
    const fn is(self, keyword: &Keyword) -> bool {
        match self {
            Self::MaxItems => matches!(keyword, Keyword::MaxItems(_)),
            Self::MaxProperties => matches!(keyword, Keyword::MaxProperties(_)),
            Self::KeyPattern => matches!(keyword, Keyword::KeyPattern(_)),
            Self::Maximum => match keyword {
                Keyword::Maximum(Number::Float(most))
                | Keyword::ExclusiveMaximum(Number::Float(most)) => *most < 9.3e18,
                Keyword::Maximum(_) | Keyword::ExclusiveMaximum(_) => true,
                _ => false,
            },
        }
    }
}
