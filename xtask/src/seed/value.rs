//! One value of one document.

use bson::{Bson, DateTime, JavaScriptCodeWithScope, Regex, Timestamp, oid::ObjectId};

use super::binary::binary;
use super::draw::{Draws, Key};
use super::node::{Kind, Node, Role};
use super::number::Stored;
use super::subject::Subject;
use super::text::{self, fitted, unique_text};
use super::world::{Made, property};

/// How often an optional value is there.
pub(super) const PRESENT: f64 = 0.85;
/// Where a value stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) key: Key,
    /// The key of the document that it stands in.
    above: Key,
    /// Which of the array's items it is, and of how many.
    place: u64,
    width: u64,
}

impl At {
    pub(super) fn field(self, name: &str) -> Self {
        Self {
            key: self.key.named(name),
            above: self.key,
            ..self
        }
    }

    pub(super) fn item(self, at: u64, most: u64) -> Self {
        Self {
            key: self.key.numbered(at),
            above: self.key,
            place: self.place * most + at,
            width: self.width.saturating_mul(most),
        }
    }
}

impl Made<'_> {
    /// The whole document.
    pub(super) fn root(&self, root: &Node) -> Option<Bson> {
        self.value(root, self.start())
    }

    /// A field of the root.
    pub(super) fn field(&self, name: &str) -> Option<Bson> {
        let (root, at) = settled(&self.source().root, self.start());
        self.value(&property(root, name)?.node, at.field(name))
    }

    /// The key of a field of the root.
    pub(super) fn key_of(&self, name: &str) -> Key {
        let (_, at) = settled(&self.source().root, self.start());
        at.field(name).key
    }

    fn start(&self) -> At {
        At {
            key: self.key,
            above: self.key,
            place: 0,
            width: 1,
        }
    }

    /// A value; none where there cannot be one, because what it would refer to is not there.
    pub(super) fn value(&self, node: &Node, at: At) -> Option<Bson> {
        if node.null && at.key.named("null").draws().happens(1.0 - PRESENT) {
            return Some(Bson::Null);
        }
        self.not_null(node, at)
            .or_else(|| node.null.then_some(Bson::Null))
    }

    fn not_null(&self, node: &Node, at: At) -> Option<Bson> {
        let number = self.number * at.width + at.place;
        match &node.role {
            Role::Tenant => return self.world.tenant_key(self.tenant),
            Role::Reference(target) => return self.reference(node, *target, at),
            Role::Unique => return self.unique(node, number, at.key),
            Role::Copy {
                reference,
                collection,
                field,
            } => {
                let of = self.referred(*collection, at.above.named(reference), None);
                let copy = of.and_then(|of| self.world.made(*collection, of).field(field));
                return copy.or_else(|| self.free(node, at));
            }
            Role::Free => {}
        }
        match node.combined {
            Some((combination, key)) => counted(node, self.digit(combination, key)),
            None => self.free(node, at),
        }
    }

    fn reference(&self, node: &Node, target: usize, at: At) -> Option<Bson> {
        let digit = node
            .combined
            .map(|(combination, key)| self.digit(combination, key));
        let number = self.referred(target, at.key, digit);
        // The first of a collection whose documents must refer to each other refers to itself.
        let own = || (target == self.collection && node.is_needed).then_some(self.number);
        self.world.id(target, number.or_else(own)?)
    }

    fn free(&self, node: &Node, at: At) -> Option<Bson> {
        if !node.branches.is_empty() {
            let (branch, at) = settled(node, at);
            return self.value(branch, at);
        }
        let mut draws = at.key.draws();
        if !node.values.is_empty() {
            let values: Vec<&Bson> = node.values.iter().filter(|it| **it != Bson::Null).collect();
            return draws.one_of(&values).map(|value| (*value).clone());
        }
        let kind = *draws.one_of(&node.kinds)?;
        self.of_kind(node, kind, at, &mut draws)
    }

    fn of_kind(&self, node: &Node, kind: Kind, at: At, draws: &mut Draws) -> Option<Bson> {
        Some(match kind {
            Kind::Double | Kind::Int | Kind::Long | Kind::Decimal => {
                node.grid()?.draw(node.usual, draws)
            }
            Kind::Text => Bson::String(self.text(node, draws)?),
            Kind::Object => return self.object(node, at, draws),
            Kind::Array => return self.array(node, at, draws),
            Kind::Bool => Bson::Boolean(draws.happens(0.5)),
            Kind::Date => Bson::DateTime(DateTime::from_millis(self.date(node, draws))),
            Kind::Timestamp => Bson::Timestamp(Timestamp {
                time: seconds(self.date(node, draws)),
                increment: 1,
            }),
            Kind::ObjectId => self.object_id(at.key),
            Kind::Binary => binary(node, at.key),
            Kind::Regex => Bson::RegularExpression(Regex {
                pattern: bson::raw::cstr!("^[a-z]+$").into(),
                options: bson::raw::cstr!("").into(),
            }),
            Kind::JavaScript => Bson::JavaScriptCode("function () { return 1; }".to_owned()),
            Kind::Symbol => Bson::Symbol(self.text(node, draws)?),
            Kind::CodeWithScope => Bson::JavaScriptCodeWithScope(JavaScriptCodeWithScope {
                code: "function () { return x; }".to_owned(),
                scope: bson::doc! { "x": 1 },
            }),
            Kind::Undefined => Bson::Undefined,
            Kind::MinKey => Bson::MinKey,
            Kind::MaxKey => Bson::MaxKey,
        })
    }

    fn date(&self, node: &Node, draws: &mut Draws) -> i64 {
        self.life().date(node.phase, node.expires_after, draws)
    }

    /// An ObjectId of the time at which the document was created.
    fn object_id(&self, key: Key) -> Bson {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&seconds(self.life().created).to_be_bytes());
        bytes[4..].copy_from_slice(&key.number().to_be_bytes());
        Bson::ObjectId(ObjectId::from_bytes(bytes))
    }

    fn text(&self, node: &Node, draws: &mut Draws) -> Option<String> {
        let text = &node.text;
        if text.is_usual {
            // Only a date needs to know when.
            let at = self.date_of_text(node, draws);
            let drawn = fitted(&text::about(text.subject, at, draws), text.least, text.most);
            let admitted = |patterns: &super::pattern::Patterns| patterns.admit(&drawn);
            if text.patterns.as_ref().is_none_or(admitted) {
                return Some(drawn);
            }
        }
        text.patterns.as_ref()?.draw(draws)
    }

    fn date_of_text(&self, node: &Node, draws: &mut Draws) -> i64 {
        match node.text.subject {
            Subject::Date => self.date(node, draws),
            _ => 0,
        }
    }

    /// A value that no other number has.
    pub(super) fn unique(&self, node: &Node, number: u64, key: Key) -> Option<Bson> {
        if !node.branches.is_empty() || !node.values.is_empty() {
            return counted(node, number);
        }
        let mut draws = key.draws();
        Some(match node.kinds.first()? {
            Kind::Text | Kind::Symbol => Bson::String(self.unique_text(node, number, &mut draws)),
            Kind::ObjectId => self.object_id(self.numbered(node, number)),
            Kind::Binary => binary(node, self.numbered(node, number)),
            Kind::Date => {
                let least = self.source().window.from;
                Bson::DateTime(DateTime::from_millis(least + number as i64))
            }
            Kind::Timestamp => Bson::Timestamp(Timestamp {
                time: seconds(self.source().window.from).wrapping_add((number >> 20) as u32),
                increment: (number & 0xf_ffff) as u32 + 1,
            }),
            Kind::Object => return self.object_at(node, number, key),
            _ => return counted(node, number),
        })
    }

    /// A key that no other number of the same field has.
    fn numbered(&self, node: &Node, number: u64) -> Key {
        self.world.key.named(&node.place).numbered(number)
    }

    fn unique_text(&self, node: &Node, number: u64, draws: &mut Draws) -> String {
        let at = self.date_of_text(node, draws);
        unique_text(&node.text, number, at, draws)
    }
}

/// The value of this number among few.
fn counted(node: &Node, number: u64) -> Option<Bson> {
    if !node.values.is_empty() {
        return node.values.get(number as usize).cloned();
    }
    match node.kinds.first()? {
        Kind::Bool => Some(Bson::Boolean(number == 1)),
        _ => node.grid().map(|grid| grid.nth(number, grid.capacity())),
    }
}

impl Node {
    /// The numbers that it may be.
    pub(super) fn grid(&self) -> Option<super::number::Grid> {
        let kinds = |kind| self.admits(kind);
        let stored = if kinds(Kind::Int) && (!kinds(Kind::Long) || self.numbers.fit_int()) {
            Stored::Int
        } else if kinds(Kind::Long) {
            Stored::Long
        } else if kinds(Kind::Decimal) {
            Stored::Decimal
        } else {
            Stored::Double
        };
        self.numbers.grid(stored)
    }
}

/// The alternative that is chosen for a place, and where its own values stand.
fn settled(mut node: &Node, mut at: At) -> (&Node, At) {
    while let Some(branch) = at.key.draws().one_of(&node.branches) {
        node = branch;
        at.key = at.key.named("branch");
    }
    (node, at)
}

fn seconds(millis: i64) -> u32 {
    u32::try_from(millis.div_euclid(1_000)).unwrap_or_default()
}
