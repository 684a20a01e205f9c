//! One value of one document.

use bson::spec::BinarySubtype;
use bson::{
    Binary, Bson, DateTime, Document, JavaScriptCodeWithScope, Regex, Timestamp, oid::ObjectId,
};

use super::draw::{Draws, Key};
use super::geo;
use super::node::{Kind, Node, Property, Role, Text};
use super::number::Stored;
use super::text;
use super::world::{Made, property};

/// How often an optional value is there.
const PRESENT: f64 = 0.85;
/// How many more items than it must have an array has at most, where it may.
const MORE_ITEMS: u64 = 4;
/// How often an item is drawn again that another one equals.
const ATTEMPTS: u64 = 100;
/// The names of a map's fields, where nothing is said of them.
const NAMES: [&str; 8] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta",
];

/// Where a value stands.
#[derive(Clone, Copy)]
struct At {
    key: Key,
    /// The key of the document that it stands in.
    above: Key,
    /// Which of the array's items it is, and of how many.
    place: u64,
    width: u64,
}

impl At {
    fn field(self, name: &str) -> Self {
        Self {
            key: self.key.named(name),
            above: self.key,
            ..self
        }
    }

    fn item(self, at: u64, most: u64) -> Self {
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
    fn value(&self, node: &Node, at: At) -> Option<Bson> {
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
            super::names::Subject::Date => self.date(node, draws),
            _ => 0,
        }
    }

    fn object(&self, node: &Node, at: At, draws: &mut Draws) -> Option<Bson> {
        if let Some(geometry) = node.geometry {
            return Some(geo::document(geometry, node, draws).into());
        }
        let mut document = Document::new();
        for property in present(node, at) {
            match self.value(&property.node, at.field(&property.name)) {
                Some(value) => drop(document.insert(property.name.clone(), value)),
                // Without what must be there, there is no document.
                None if property.required => return None,
                None => {}
            }
        }
        self.others(node, &mut document, at, draws);
        if document.is_empty() && node.is_place {
            document = geo::point(draws);
        }
        Some(document.into())
    }

    fn others(&self, node: &Node, document: &mut Document, at: At, draws: &mut Draws) {
        let Some(others) = &node.object.others else {
            return;
        };
        let most = node.object.most.unwrap_or(u64::MAX);
        let least = node.object.least.max(document.len() as u64 + 1);
        let wanted = least.saturating_add(draws.below(3)).min(most);
        for attempt in 0..ATTEMPTS {
            if document.len() as u64 >= wanted {
                return;
            }
            let name = match &others.names {
                Some(names) => names.draw(draws).unwrap_or_default(),
                None => format!(
                    "{}{}",
                    NAMES[attempt as usize % NAMES.len()],
                    suffix(attempt)
                ),
            };
            let is_usable = !name.is_empty() && !name.contains(['.', '$', '\0']);
            if is_usable
                && !document.contains_key(&name)
                && let Some(value) = self.value(&others.node, at.field(&name))
            {
                document.insert(name, value);
            }
        }
    }

    fn array(&self, node: &Node, at: At, draws: &mut Draws) -> Option<Bson> {
        let array = &node.array;
        if node.is_place && array.tuple.len() <= 2 && array.most == Some(2) {
            return Some(geo::legacy(draws));
        }
        if !array.tuple.is_empty() {
            let items = array.tuple.iter().enumerate();
            let items: Option<Vec<Bson>> = items
                .map(|(place, item)| {
                    self.value(item, at.item(place as u64, array.tuple.len() as u64))
                })
                .collect();
            return items.map(Bson::Array);
        }
        let most = array.most.unwrap_or(array.least + MORE_ITEMS);
        let more = (most - array.least).min(MORE_ITEMS);
        let wanted = array.least + draws.below(more + 1);
        let mut items = Vec::new();
        let Some(each) = &array.items else {
            let numbers = (0..wanted).map(|number| Bson::Int32(number as i32));
            return Some(Bson::Array(numbers.collect()));
        };
        for attempt in 0..wanted + ATTEMPTS {
            if items.len() as u64 >= wanted {
                break;
            }
            let item = self.value(each, at.item(attempt, most.max(wanted + ATTEMPTS)));
            items.extend(item.filter(|item| !array.unique || !items.contains(item)));
        }
        (items.len() as u64 >= array.least).then_some(Bson::Array(items))
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

    fn object_at(&self, node: &Node, number: u64, key: Key) -> Option<Bson> {
        let mut document = Document::new();
        for property in &node.object.properties {
            let key = key.named(&property.name);
            let value = self.unique(&property.node, number, key)?;
            document.insert(property.name.clone(), value);
        }
        Some(document.into())
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

/// A text that no other number has.
pub(super) fn unique_text(text: &Text, number: u64, at: i64, draws: &mut Draws) -> String {
    if let Some(shape) = &text.shape {
        return shape.nth(number);
    }
    let (start, mark) = text::numbered(text.subject, number, at, draws);
    marked(&start, &mark, text.least, text.most)
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

/// The fields that are there, as many as may be.
fn present(node: &Node, at: At) -> Vec<&Property> {
    let properties = &node.object.properties;
    let is_there = |property: &Property| {
        let key = at.field(&property.name).key;
        property.required || key.named("there").draws().happens(PRESENT)
    };
    let mut there: Vec<bool> = properties.iter().map(is_there).collect();
    // Where there may be fewer, or must be more, chance says which of those that may lack.
    let mut optional: Vec<usize> = (0..properties.len())
        .filter(|field| !properties[*field].required)
        .collect();
    optional.sort_by_key(|field| {
        at.field(&properties[*field].name)
            .key
            .named("order")
            .number()
    });
    let others = u64::from(node.object.others.is_some()) * u64::MAX;
    for field in optional {
        let count = there.iter().filter(|it| **it).count() as u64;
        if node.object.most.is_some_and(|most| count > most) {
            there[field] = false;
        } else if count.saturating_add(others) < node.object.least {
            there[field] = true;
        }
    }
    let both = properties.iter().zip(there);
    both.filter(|(_, there)| *there)
        .map(|(property, _)| property)
        .collect()
}

/// A text of a length within bounds: cut where it is too long, with more where it is too short.
fn fitted(text: &str, least: u64, most: u64) -> String {
    let mut text: String = text.chars().take(most as usize).collect();
    while (text.chars().count() as u64) < least {
        let more = "lorem ipsum ".chars().cycle();
        let missing = least as usize - text.chars().count();
        text.extend(more.take(missing));
    }
    text
}

/// A text with what tells it apart at its end, of a length within bounds. What is cut is cut before
/// the character that parts the two.
fn marked(start: &str, mark: &str, least: u64, most: u64) -> String {
    let room = (most as usize).saturating_sub(mark.chars().count());
    let letters: Vec<char> = start.chars().collect();
    let mut kept: String = match letters.split_last() {
        Some((end, before)) if letters.len() > room && room > 0 => {
            before.iter().take(room - 1).chain([end]).collect()
        }
        _ => letters.iter().take(room).collect(),
    };
    let missing = (least as usize).saturating_sub(kept.chars().count() + mark.chars().count());
    if missing > 0 {
        kept = format!("{}{kept}", "x".repeat(missing));
    }
    kept + mark
}

fn suffix(attempt: u64) -> String {
    match attempt / NAMES.len() as u64 {
        0 => String::new(),
        round => round.to_string(),
    }
}

/// Bytes: a UUID where the name says so.
fn binary(node: &Node, key: Key) -> Bson {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&key.number().to_be_bytes());
    bytes[8..].copy_from_slice(&key.named("more").number().to_be_bytes());
    let name = node.place.rsplit('.').next().unwrap_or_default();
    let words = super::names::words(name);
    let is_id = words
        .iter()
        .any(|word| ["id", "uuid", "guid"].contains(&word.as_str()));
    if !is_id {
        return Bson::Binary(Binary {
            subtype: BinarySubtype::Generic,
            bytes: bytes.to_vec(),
        });
    }
    // Version 4, variant 1 (RFC 9562): in the second half, so that the number stays whole.
    let mut uuid = [0; 16];
    uuid.copy_from_slice(&bytes);
    uuid[8] = (bytes[8] & 0x3f) | 0x80;
    uuid[15] = bytes[6];
    uuid[6] = (bytes[6] & 0x0f) | 0x40;
    Bson::Binary(Binary {
        subtype: BinarySubtype::Uuid,
        bytes: uuid.to_vec(),
    })
}

fn seconds(millis: i64) -> u32 {
    u32::try_from(millis.div_euclid(1_000)).unwrap_or_default()
}
