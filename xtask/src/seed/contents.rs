//! Documents and arrays: which fields and items there are.

use bson::{Bson, Document};

use super::draw::{Draws, Key};
use super::geo;
use super::node::{Node, Property};
use super::value::{At, PRESENT};
use super::world::Made;

/// How many more items than it must have an array has at most, where it may.
const MORE_ITEMS: u64 = 4;
/// How often an item is drawn again that another one equals.
const ATTEMPTS: u64 = 100;
/// The names of a map's fields, where nothing is said of them.
const NAMES: [&str; 8] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta",
];

impl Made<'_> {
    pub(super) fn object(&self, node: &Node, at: At, draws: &mut Draws) -> Option<Bson> {
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

    pub(super) fn array(&self, node: &Node, at: At, draws: &mut Draws) -> Option<Bson> {
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

    pub(super) fn object_at(&self, node: &Node, number: u64, key: Key) -> Option<Bson> {
        let mut document = Document::new();
        for property in &node.object.properties {
            let key = key.named(&property.name);
            let value = self.unique(&property.node, number, key)?;
            document.insert(property.name.clone(), value);
        }
        Some(document.into())
    }
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

fn suffix(attempt: u64) -> String {
    match attempt / NAMES.len() as u64 {
        0 => String::new(),
        round => round.to_string(),
    }
}
