//! All documents that are to be made, as a function from their numbers: nothing of them is kept.

use std::cell::OnceCell;

use bson::{Bson, Document};

use super::draw::Key;
use super::node::{Node, Property};
use super::tenants::Spread;
use super::time::{Life, Window};

/// What is made of a seed: every document of every collection.
#[derive(Debug)]
pub struct World {
    pub(super) key: Key,
    pub(super) day: i64,
    pub(super) sources: Vec<Source>,
    pub(super) tenants: Tenants,
    /// The positions of the collections, parents first.
    pub(super) order: Vec<usize>,
}

/// One collection's documents.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    /// What a document is.
    pub(super) root: Node,
    /// How many there are, and of which tenant.
    pub(super) spread: Spread,
    /// Whether each is of one tenant.
    pub(super) is_tenanted: bool,
    /// The `_id`s of documents that are there already, by their numbers: none are made.
    pub(super) there: Option<Vec<Bson>>,
    /// Between which times they are created.
    pub(super) window: Window,
    /// The field that refers to the document that must be older, and its collection.
    pub(super) parent: Option<(String, usize)>,
    /// Unique indexes none of whose keys has values enough by itself.
    pub(super) combinations: Vec<Combination>,
}

/// A unique index whose keys together have values enough.
#[derive(Debug)]
pub(super) struct Combination {
    /// Whether it counts anew for each tenant.
    pub(super) by_tenant: bool,
    /// How many values each key has.
    pub(super) keys: Vec<Values>,
}

/// How many values a key has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// So many.
    Fixed(u64),
    /// As many as the collection at this position has documents, of the same tenant.
    Documents(usize),
}

/// The tenants' keys.
#[derive(Debug)]
pub(super) enum Tenants {
    /// The `_id`s of the collection at this position.
    Own(usize),
    /// These.
    Known(Vec<Bson>),
    /// Drawn, as the collection at this position has them, by this path.
    Drawn(usize, Vec<String>),
}

/// A document to be made.
pub(super) struct Made<'w> {
    pub(super) world: &'w World,
    pub(super) collection: usize,
    pub(super) number: u64,
    pub(super) tenant: u64,
    pub(super) key: Key,
    life: OnceCell<Life>,
}

impl World {
    /// The names of the collections that documents are made for, parents first, and how many.
    pub fn counts(&self) -> Vec<(&str, u64)> {
        let filled = self.filled().into_iter();
        filled.map(|(at, count)| (self.name(at), count)).collect()
    }

    /// The positions of these collections, and how many documents each gets.
    pub(super) fn filled(&self) -> Vec<(usize, u64)> {
        let order = self.order.iter();
        let made = order.filter(|at| self.sources[**at].there.is_none());
        made.map(|at| (*at, self.sources[*at].spread.count()))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// The name of the collection at this position.
    pub(super) fn name(&self, collection: usize) -> &str {
        &self.sources[collection].name
    }

    /// How many tenants there are.
    pub fn tenants(&self) -> u64 {
        let tenanted = self.sources.iter().filter(|source| source.is_tenanted);
        tenanted
            .map(|source| source.spread.tenants())
            .max()
            .unwrap_or_default()
    }

    /// The position of a collection.
    pub fn position(&self, collection: &str) -> Option<usize> {
        let mut sources = self.sources.iter();
        sources.position(|source| source.name == collection)
    }

    /// The document of this number, of the collection at this position.
    pub fn document(&self, collection: usize, number: u64) -> Document {
        let made = self.made(collection, number);
        let root = &self.sources[collection].root;
        let value = made.root(root);
        match value {
            Some(Bson::Document(document)) => document,
            _ => Document::new(),
        }
    }

    pub(super) fn made(&self, collection: usize, number: u64) -> Made<'_> {
        let source = &self.sources[collection];
        let tenant = source.spread.tenant(number);
        Made {
            world: self,
            collection,
            number,
            tenant,
            key: self.key.named(&source.name).numbered(number),
            life: OnceCell::new(),
        }
    }

    /// The `_id` of the document of this number.
    pub(super) fn id(&self, collection: usize, number: u64) -> Option<Bson> {
        match &self.sources[collection].there {
            Some(ids) => ids.get(number as usize).cloned(),
            None => self.made(collection, number).field("_id"),
        }
    }

    /// The key of this tenant.
    pub(super) fn tenant_key(&self, tenant: u64) -> Option<Bson> {
        match &self.tenants {
            Tenants::Own(collection) => self.id(*collection, tenant),
            Tenants::Known(keys) => keys.get(tenant as usize).cloned(),
            Tenants::Drawn(collection, path) => {
                let node = follow(&self.sources[*collection].root, path)?;
                let made = self.made(*collection, 0);
                made.unique(node, tenant, self.key.named("tenants").numbered(tenant))
            }
        }
    }
}

/// The first place at a path that leads through documents alone, in whichever alternative.
fn follow<'a>(node: &'a Node, path: &[String]) -> Option<&'a Node> {
    let Some((name, rest)) = path.split_first() else {
        return Some(node);
    };
    let own = property(node, name).and_then(|property| follow(&property.node, rest));
    own.or_else(|| node.branches.iter().find_map(|branch| follow(branch, path)))
}

pub(super) fn property<'a>(node: &'a Node, name: &str) -> Option<&'a Property> {
    let mut properties = node.object.properties.iter();
    properties.find(|property| property.name == name)
}

impl Made<'_> {
    pub(super) fn source(&self) -> &Source {
        &self.world.sources[self.collection]
    }

    /// When it lives: not before the document that it belongs to.
    pub(super) fn life(&self) -> Life {
        *self.life.get_or_init(|| {
            let source = self.source();
            let parent = source.parent.as_ref().and_then(|(field, target)| {
                let number = self.referred(*target, self.key_of(field), None)?;
                let made = self.world.sources[*target].there.is_none();
                made.then(|| self.world.made(*target, number).life().created)
            });
            let mut draws = self.key.named("created").draws();
            let not_before = parent.unwrap_or(source.window.from);
            let created = source.window.draw(not_before, &mut draws);
            Life {
                created,
                latest: source.window.to.max(created),
                day: self.world.day,
            }
        })
    }

    /// The documents of a collection that it may refer to.
    pub(super) fn range(&self, target: usize) -> std::ops::Range<u64> {
        let target_source = &self.world.sources[target];
        if self.source().is_tenanted && target_source.is_tenanted {
            target_source.spread.of(self.tenant)
        } else {
            0..target_source.spread.count()
        }
    }

    /// The number of the document that the field of this key refers to: the first ones of a range
    /// are referred to more often. Of its own collection, an older one.
    pub(super) fn referred(&self, target: usize, key: Key, digit: Option<u64>) -> Option<u64> {
        let mut range = self.range(target);
        if let Some(digit) = digit {
            return Some(range.start + digit).filter(|number| *number < range.end);
        }
        if target == self.collection {
            range.end = range.end.min(self.number);
        }
        let count = range.end.saturating_sub(range.start);
        if count == 0 {
            return None;
        }
        let share = key.draws().share();
        let skewed = (count as f64 * share.powf(1.5)) as u64;
        Some(range.start + skewed.min(count - 1))
    }

    /// Which value of its own a key of a combination has for this document.
    pub(super) fn digit(&self, combination: usize, key: usize) -> u64 {
        let source = self.source();
        let combination = &source.combinations[combination];
        let mut rank = self.number;
        if combination.by_tenant {
            rank -= source.spread.of(self.tenant).start;
        }
        for values in &combination.keys[..key] {
            rank /= self.size(*values).max(1);
        }
        rank % self.size(combination.keys[key]).max(1)
    }

    fn size(&self, values: Values) -> u64 {
        match values {
            Values::Fixed(size) => size,
            Values::Documents(target) => {
                let range = self.range(target);
                range.end - range.start
            }
        }
    }
}
