//! `minItems`, `maxItems`, `uniqueItems`, `items` and `additionalItems`.

use bson::{Array, Bson, Document, doc};

use super::equal::duplicate;
use super::explain::{bson, considered, rule};
use super::node::{Node, Others};
use super::numbers::length;
use super::place::{Result, Written};
use super::raw::{Value, kind};

/// What is asked of an array.
#[derive(Debug)]
pub(super) struct Arrays {
    min_items: Option<u64>,
    max_items: Option<u64>,
    unique: bool,
    items: Items,
}

#[derive(Debug)]
enum Items {
    Free,
    /// Each.
    All(Node),
    /// The first ones, each by its own; and those behind them.
    First(Vec<Node>, Others),
}

impl Items {
    fn compile(written: Written<'_>) -> Result<Self> {
        let others = || Others::compile(written, "additionalItems");
        Ok(match written.get("items") {
            Some(Bson::Array(schemas)) => Self::First(first(written, schemas)?, others()?),
            Some(Bson::Document(schema)) => {
                let node = Node::compile(schema, &written.place.inner("items")?)?;
                // Without effect, and looked at nevertheless.
                others().map(|_| Self::All(node))?
            }
            None => others().map(|_| Self::Free)?,
            Some(_) => return Err(written.place.mismatch("items", "an object or an array")),
        })
    }

    /// Whether the item holds and is whole.
    #[inline]
    fn holds(&self, at: usize, item: Value<'_>) -> bool {
        match self {
            Self::Free => item.is_whole(),
            Self::All(node) => node.holds(item),
            Self::First(nodes, others) => match nodes.get(at) {
                Some(node) => node.holds(item),
                None => others.admit(item),
            },
        }
    }
}

fn first(written: Written<'_>, schemas: &Array) -> Result<Vec<Node>> {
    let place = written.place.inner("items")?;
    let each = schemas.iter().enumerate().map(|(at, schema)| {
        let fault = || written.place.mismatch("items", "an array of objects");
        let schema = schema.as_document().ok_or_else(fault)?;
        Node::compile(schema, &place.inner(&at.to_string())?)
    });
    each.collect()
}

impl Arrays {
    /// None where nothing is asked.
    pub(super) fn compile(written: Written<'_>) -> Result<Option<Self>> {
        let min_items = length(written, "minItems")?;
        let max_items = length(written, "maxItems")?;
        let unique = written.bool("uniqueItems")?.unwrap_or(false);
        let items = Items::compile(written)?;
        let is_free = matches!(items, Items::Free);
        let asks = min_items.is_some() || max_items.is_some() || unique || !is_free;
        Ok(asks.then_some(Self {
            min_items,
            max_items,
            unique,
            items,
        }))
    }

    /// Whether the array holds and is whole.
    #[inline]
    pub(super) fn hold(&self, value: Value<'_>) -> bool {
        let (tag, bytes) = value.parts();
        self.hold_by_parts(tag, bytes)
    }

    fn hold_by_parts(&self, tag: usize, bytes: &[u8]) -> bool {
        let value = Value::of(tag, bytes);
        let (mut elements, mut count) = (value.elements(), 0);
        while let Some(item) = elements.next_value() {
            if !self.items.holds(count, item) {
                return false;
            }
            count += 1;
        }
        elements.are_read()
            && self.has_enough(count)
            && self.has_room(count)
            && self.are_unique(value)
    }

    fn has_enough(&self, count: usize) -> bool {
        self.min_items.is_none_or(|min| count as u64 >= min)
    }

    fn has_room(&self, count: usize) -> bool {
        self.max_items.is_none_or(|max| count as u64 <= max)
    }

    fn are_unique(&self, value: Value<'_>) -> bool {
        !self.unique || duplicate(value).is_none()
    }

    pub(super) fn explain(&self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        if value.kind() != kind::ARRAY {
            return;
        }
        let count = value.elements().count();
        let bounds = [
            (self.has_enough(count), "minItems"),
            (self.has_room(count), "maxItems"),
        ];
        for (_, keyword) in bounds.iter().filter(|(holds, _)| !holds) {
            let mut fault = rule(&[*keyword], stated, "array did not match specified length");
            considered(&mut fault, value);
            fault.extend(doc! { "numberOfItems": count as i32 });
            out.push(fault);
        }
        if let Some(item) = duplicate(value).filter(|_| self.unique) {
            let mut fault = rule(&["uniqueItems"], stated, "found a duplicate item");
            considered(&mut fault, value);
            fault.extend(doc! { "duplicatedValue": bson(item) });
            out.push(fault);
        }
        out.extend(self.items.faults(value, stated));
    }
}

impl Items {
    fn faults(&self, value: Value<'_>, stated: &Document) -> Vec<Document> {
        let mut items = value.elements().map(|(_, item)| item).enumerate();
        match self {
            Self::Free => Vec::new(),
            Self::All(node) => {
                let found = items.find(|(_, item)| !node.holds(*item));
                let reason = "At least one item did not match the sub-schema";
                let fault = found.map(|(at, item)| first_fault("items", node, reason, (at, item)));
                fault.into_iter().collect()
            }
            Self::First(nodes, others) => {
                let first = nodes_faults(nodes, value);
                first
                    .into_iter()
                    .chain(others_fault(others, nodes.len(), value, stated))
                    .collect()
            }
        }
    }
}

fn first_fault(keyword: &str, node: &Node, reason: &str, at: (usize, Value<'_>)) -> Document {
    let mut fault = doc! { "operatorName": keyword };
    fault.extend(node.annotations());
    fault
        .extend(doc! { "reason": reason, "itemIndex": at.0 as i64, "details": node.details(at.1) });
    fault
}

fn nodes_faults(nodes: &[Node], value: Value<'_>) -> Option<Document> {
    let items = value.elements().map(|(_, item)| item);
    let pairs = nodes.iter().zip(items).enumerate();
    let faults = pairs.filter(|(_, (node, item))| !node.holds(*item));
    let details: Vec<Document> = faults
        .map(|(at, (node, item))| doc! { "itemIndex": at as i64, "details": node.details(item) })
        .collect();
    (!details.is_empty()).then(|| doc! { "operatorName": "items", "details": details })
}

fn others_fault(
    others: &Others,
    from: usize,
    value: Value<'_>,
    stated: &Document,
) -> Option<Document> {
    let items = value.elements().map(|(_, item)| item);
    let mut behind = items.enumerate().skip(from);
    match others {
        Others::Free => None,
        Others::Refused => {
            let items: Vec<Bson> = behind.map(|(_, item)| bson(item)).collect();
            let mut fault = rule(&["additionalItems"], stated, "found additional items");
            fault.extend(doc! { "additionalItems": &items });
            (!items.is_empty()).then_some(fault)
        }
        Others::Of(node) => {
            let found = behind.find(|(_, item)| !node.holds(*item));
            let reason = "At least one additional item did not match the sub-schema";
            found.map(|found| first_fault("additionalItems", node, reason, found))
        }
    }
}
