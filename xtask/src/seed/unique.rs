//! Which field tells documents apart that a unique index keeps apart.

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredCollection;

use super::build::is_plentiful;
use super::draw::Key;
use super::error::{SeedError, SeedResult};
use super::node::{Kind, Node, Role};
use super::pattern::Patterns;
use super::roles::split;
use super::shape::Shape;
use super::text::unique_text;
use super::world::{Combination, Source, Values};

/// How many items of an array a unique key of theirs is made for.
const ITEMS: u64 = 1 << 10;

/// Marks for each unique index the field that tells documents apart; where no field does that alone,
/// all of them together, and the names of these indexes with their combinations.
pub(super) fn mark(
    source: &mut Source,
    declared: &DeclaredCollection,
    count: u64,
) -> SeedResult<Vec<(String, usize)>> {
    let id = doc! { "key": { "_id": 1 }, "name": "_id_" };
    let unique = declared.indexes.iter().filter(|index| is_unique(index));
    let mut limited = Vec::new();
    for index in std::iter::once(&id).chain(unique) {
        let name = index.get_str("name").unwrap_or_default();
        let keys = keys(source, index);
        for key in &keys {
            source.root.always(&split(key));
        }
        if is_settled(source, &keys) || choose(source, &keys, count)? {
            continue;
        }
        let combination = combine(source, &keys, (declared, name))?;
        limited.push((name.to_owned(), combination));
    }
    Ok(limited)
}

fn is_unique(index: &Document) -> bool {
    index.get_bool("unique").unwrap_or(false)
}

/// The stored paths of an index's keys; of a whole document those of its fields.
fn keys(source: &mut Source, index: &Document) -> Vec<String> {
    let key = index.get_document("key").cloned().unwrap_or_default();
    let mut paths = Vec::new();
    for path in key.keys() {
        let mut inner = Vec::new();
        source.root.at(&split(path), &mut |node| {
            let fields = node.object.properties.iter().map(|it| it.name.clone());
            if node.kinds == [Kind::Object] {
                inner.extend(fields);
            }
        });
        if inner.is_empty() {
            paths.push(path.clone());
        } else {
            paths.extend(inner.iter().map(|name| format!("{path}.{name}")));
        }
    }
    paths
}

fn is_settled(source: &mut Source, keys: &[String]) -> bool {
    keys.iter().any(|key| {
        let mut unique = false;
        let look = &mut |node: &mut Node| unique |= node.role == Role::Unique;
        source.root.at(&split(key), look);
        unique
    })
}

/// Marks the best key that has values enough by itself, where there is one.
fn choose(source: &mut Source, keys: &[String], count: u64) -> SeedResult<bool> {
    let mut found: Vec<(usize, &String)> = Vec::new();
    for key in keys {
        let mut ranks = Vec::new();
        source.root.at(&split(key), &mut |node| {
            ranks.push(is_plentiful(node).then(|| suits(node, count)).flatten());
        });
        // It tells apart only where each of its alternatives does.
        let ranks: Option<Vec<usize>> = ranks.into_iter().collect();
        let worst = ranks.and_then(|ranks| ranks.into_iter().max());
        found.extend(worst.map(|rank| (rank, key)));
    }
    let Some((_, key)) = found.into_iter().min_by_key(|(rank, _)| *rank) else {
        return Ok(false);
    };
    let mut outcome = Ok(());
    source.root.at(&split(key), &mut |node| {
        node.role = Role::Unique;
        if outcome.is_ok() {
            outcome = shape(node, count);
        }
    });
    outcome.map(|()| true)
}

/// How well a place suits to tell so many documents apart, the best first; none where it cannot.
fn suits(node: &Node, count: u64) -> Option<usize> {
    match node.kinds.first()? {
        Kind::Text | Kind::Symbol => is_roomy(node, count).then_some(0),
        Kind::ObjectId => Some(1),
        Kind::Binary => Some(2),
        Kind::Int | Kind::Long | Kind::Double | Kind::Decimal => {
            (node.grid()?.capacity() >= count).then_some(3)
        }
        Kind::Date | Kind::Timestamp => Some(4),
        _ => None,
    }
}

/// Whether there are so many texts of these bounds.
fn is_roomy(node: &Node, count: u64) -> bool {
    admits_marks(node, count) || made_to_measure(node, count).is_some()
}

/// Whether a usual text with something at its end that tells it apart is admitted.
fn admits_marks(node: &Node, count: u64) -> bool {
    let last = count.saturating_mul(ITEMS);
    let numbers = [0, 1, 35, count / 2, count, last];
    numbers.iter().all(|number| {
        (0..8).all(|trial| {
            let mut draws = Key::of_seed(trial).numbered(*number).draws();
            let text = unique_text(&node.text, *number, 0, &mut draws);
            let length = text.chars().count() as u64;
            let patterns = node.text.patterns.as_ref();
            // A text that had to be cut must not have lost what tells it apart.
            (node.text.least..=node.text.most.min(1 << 20)).contains(&length)
                && node.text.most >= 16
                && patterns.is_none_or(|patterns| patterns.admit(&text))
        })
    })
}

fn made_to_measure(node: &Node, count: u64) -> Option<Shape> {
    match &node.text.patterns {
        Some(patterns) => patterns.shape(count),
        None => {
            let any = ["^[0-9a-z]*$".to_owned()];
            let patterns = Patterns::new(&any, node.text.least.max(1), node.text.most).ok()?;
            patterns.shape(count)
        }
    }
}

fn shape(node: &mut Node, count: u64) -> SeedResult<()> {
    if node.kinds.first() == Some(&Kind::Text) && !admits_marks(node, count) {
        node.text.shape = made_to_measure(node, count);
        if node.text.shape.is_none() {
            return Err(SeedError::Bounds {
                field: node.place.clone(),
                why: format!("it is unique, and there are not {count} such texts"),
            });
        }
    }
    Ok(())
}

/// Lets all keys together tell documents apart.
fn combine(
    source: &mut Source,
    keys: &[String],
    (declared, index): (&DeclaredCollection, &str),
) -> SeedResult<usize> {
    let combination = source.combinations.len();
    let (mut by_tenant, mut values) = (false, Vec::new());
    for key in keys {
        let at = values.len();
        let mut found = None;
        source
            .root
            .at(&split(key), &mut |node| match values_of(node) {
                Some(Counted::Tenant) => by_tenant = true,
                Some(Counted::Values(size)) if node.combined.is_none() => {
                    node.combined = Some((combination, at));
                    found = Some(size);
                }
                _ => {}
            });
        values.extend(found);
    }
    if values.is_empty() && !by_tenant {
        return Err(SeedError::Schema {
            collection: declared.name.clone(),
            why: format!("no key of its unique index `{index}` can be given different values"),
        });
    }
    source.combinations.push(Combination {
        by_tenant,
        keys: values,
    });
    Ok(combination)
}

enum Counted {
    Tenant,
    Values(Values),
}

/// How many values a place has.
fn values_of(node: &Node) -> Option<Counted> {
    Some(Counted::Values(match &node.role {
        Role::Tenant => return Some(Counted::Tenant),
        Role::Reference(target) => Values::Documents(*target),
        _ if !node.values.is_empty() => {
            let values = node.values.iter().filter(|value| **value != Bson::Null);
            Values::Fixed(values.count() as u64)
        }
        _ => match node.kinds.first()? {
            Kind::Bool => Values::Fixed(2),
            Kind::Int | Kind::Long | Kind::Double | Kind::Decimal => {
                Values::Fixed(node.grid()?.capacity())
            }
            _ => return None,
        },
    }))
}
