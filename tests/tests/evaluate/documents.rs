//! Documents near to a schema: most of what they hold is at the edge of what it asks.

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};

use super::dice::Dice;

pub(crate) const NAMES: [&str; 6] = ["a", "b", "c", "ab", "cd", "z"];
const TEXTS: [&str; 13] = [
    "", "a", "b", "ab", "aa", "abc", "aab", "ä", "äb", "😀", "😀a", "A", "abcd",
];

/// Any value. `depth`: how many further ones there may be inside.
pub(crate) fn value(dice: &mut Dice, depth: usize) -> Bson {
    match dice.below(if depth == 0 { 8 } else { 12 }) {
        0 => Bson::Null,
        1 => dice.one_in(2).into(),
        2 | 3 => (*dice.pick(&TEXTS)).into(),
        4 | 5 => number(dice),
        6 => dice
            .pick(&[DateTime::from_millis(0), DateTime::from_millis(1)])
            .to_owned()
            .into(),
        7 => rare(dice),
        8 | 9 => (0..dice.below(4))
            .map(|_| value(dice, depth - 1))
            .collect::<Vec<_>>()
            .into(),
        _ => object(dice, depth).into(),
    }
}

fn object(dice: &mut Dice, depth: usize) -> Document {
    let mut object = Document::new();
    for _ in 0..dice.below(4) {
        object.insert(*dice.pick(&NAMES), value(dice, depth - 1));
    }
    object
}

/// Without NaN: a bound beside it makes the development server refuse the whole query.
fn number(dice: &mut Dice) -> Bson {
    let whole = dice.below(7) as i32 - 3;
    match dice.below(8) {
        0..3 => whole.into(),
        3 => i64::from(whole).into(),
        4 | 5 => (f64::from(whole) / 2.0).into(),
        6 => Bson::Decimal128(format!("{whole}.0").parse().unwrap()),
        _ => dice
            .pick(&[
                Bson::from(-0.0),
                f64::INFINITY.into(),
                i64::MAX.into(),
                i64::MIN.into(),
                ((1_i64 << 53) + 1).into(),
                9_007_199_254_740_992.0.into(),
                9.3e18.into(),
            ])
            .clone(),
    }
}

fn rare(dice: &mut Dice) -> Bson {
    let binary = bson::Binary {
        subtype: bson::spec::BinarySubtype::Generic,
        bytes: vec![1],
    };
    let timestamp = bson::Timestamp {
        time: 1,
        increment: 1,
    };
    dice.pick(&[
        Bson::MinKey,
        Bson::MaxKey,
        Bson::Binary(binary),
        Bson::Timestamp(timestamp),
        ObjectId::from_bytes([7; 12]).into(),
    ])
    .clone()
}

/// A document of which the schema speaks.
pub(crate) fn near(dice: &mut Dice, schema: &Document) -> Document {
    near_object(dice, schema, 3)
}

fn near_object(dice: &mut Dice, schema: &Document, depth: usize) -> Document {
    let mut object = Document::new();
    for inner in parts(schema) {
        let named = inner.get_document("properties").into_iter().flatten();
        for (name, property) in named.filter(|(name, _)| *name != "_id") {
            if let (false, Some(property)) = (dice.one_in(4), property.as_document()) {
                object.insert(name, near_value(dice, property, depth));
            }
        }
        for name in inner
            .get_array("required")
            .into_iter()
            .flatten()
            .filter_map(Bson::as_str)
        {
            if !dice.one_in(4) && !object.contains_key(name) {
                object.insert(name, value(dice, 1));
            }
        }
    }
    if dice.one_in(3) {
        object.insert(*dice.pick(&NAMES), value(dice, 1));
    }
    object
}

/// The schema, and those of its logic.
fn parts(schema: &Document) -> Vec<&Document> {
    let mut parts = vec![schema];
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let members = schema.get_array(keyword).into_iter().flatten();
        parts.extend(members.filter_map(Bson::as_document));
    }
    parts.extend(schema.get_document("not").ok());
    parts
}

fn near_value(dice: &mut Dice, schema: &Document, depth: usize) -> Bson {
    if depth == 0 || dice.one_in(5) {
        return value(dice, depth.min(2));
    }
    let parts = parts(schema);
    let part = *dice.pick(&parts);
    let numeric = ["minimum", "maximum", "multipleOf"]
        .iter()
        .find_map(|it| part.get(it));
    if let (Ok(values), false) = (part.get_array("enum"), dice.one_in(4)) {
        return turned(dice, dice.clone().pick(values));
    }
    if let Some(limit) = numeric {
        return beside(dice, limit);
    }
    if part.contains_key("items")
        || part.contains_key("maxItems")
        || part.contains_key("uniqueItems")
    {
        return near_array(dice, part, depth).into();
    }
    if part.contains_key("properties") || part.contains_key("required") {
        return near_object(dice, part, depth - 1).into();
    }
    if part.contains_key("pattern") || part.contains_key("maxLength") {
        return (*dice.pick(&TEXTS)).into();
    }
    value(dice, depth.min(2))
}

fn near_array(dice: &mut Dice, schema: &Document, depth: usize) -> Vec<Bson> {
    let empty = doc! {};
    let mut items: Vec<Bson> = Vec::new();
    for at in 0..dice.below(4) {
        let item = match schema.get("items") {
            Some(Bson::Document(item)) => item,
            Some(Bson::Array(each)) => each.get(at).and_then(Bson::as_document).unwrap_or(&empty),
            _ => &empty,
        };
        let again = items.last().filter(|_| dice.one_in(4)).cloned();
        items.push(again.unwrap_or_else(|| near_value(dice, item, depth - 1)));
    }
    items
}

/// The same value, perhaps as another type or with its fields in another order.
fn turned(dice: &mut Dice, value: &Bson) -> Bson {
    match value {
        Bson::Int32(whole) if dice.one_in(2) => f64::from(*whole).into(),
        Bson::Int32(whole) if dice.one_in(2) => i64::from(*whole).into(),
        Bson::Document(fields) => {
            let fields: Vec<_> = fields.clone().into_iter().collect();
            fields.into_iter().rev().collect::<Document>().into()
        }
        value => value.clone(),
    }
}

/// A number at, below or above a limit, of any type.
fn beside(dice: &mut Dice, limit: &Bson) -> Bson {
    let step = dice.below(3) as i32 - 1;
    match limit {
        Bson::Int32(limit) if dice.one_in(2) => (limit + step).into(),
        Bson::Int32(limit) => (f64::from(*limit) + f64::from(step) / 2.0).into(),
        Bson::Int64(limit) => limit.saturating_add(step.into()).into(),
        Bson::Double(limit) => (limit + f64::from(step) / 2.0).into(),
        other => other.clone(),
    }
}
