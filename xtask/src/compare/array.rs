//! Keywords of arrays.

use bson::{Bson, Document};

use super::known::Known;
use super::prove::Proof;
use super::reason::{Path, Reason};
use super::scalar::known_bound;

/// `uniqueItems`.
pub(super) fn unique(old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let before = old.each("uniqueItems").any(|it| it.as_bool() == Some(true));
    let single = known_bound(old, "maxItems").is_some_and(|most| most <= 1);
    if value.as_bool() == Some(false) || before || single {
        return Vec::new();
    }
    Reason::stricter(at, "uniqueItems true, was false")
}

/// `items`, one schema for all or one for each position, with `additionalItems`.
pub(super) fn items(proof: &mut Proof, old: &Known<'_>, new: &Document, at: &Path) -> Vec<Reason> {
    let tuples = old.all.iter().copied().chain([new]).map(length);
    // All positions from there on are alike.
    let rest = tuples.max().unwrap_or(0);
    let demanded = (0..=rest).map(|position| (position, demand(new, position)));
    demanded
        .flat_map(|(position, demand)| {
            let at = at.items((rest > 0 && position < rest).then_some(position));
            match (item(old, position), demand) {
                (None, _) | (_, Demand::Nothing) => Vec::new(),
                (Some(_), Demand::Absence) => {
                    Reason::stricter(&at, "additionalItems false, was true")
                }
                (Some(known), Demand::Schema(schema)) => proof.prove(&known, schema, &at),
            }
        })
        .collect()
}

/// What a schema asks of the item at a position.
enum Demand<'a> {
    Nothing,
    Absence,
    Schema(&'a Document),
}

fn demand(schema: &Document, position: usize) -> Demand<'_> {
    let stated = match schema.get("items") {
        Some(Bson::Array(positions)) => positions
            .get(position)
            .or_else(|| schema.get("additionalItems")),
        stated => stated,
    };
    match stated {
        Some(Bson::Document(schema)) => Demand::Schema(schema),
        Some(Bson::Boolean(false)) => Demand::Absence,
        _ => Demand::Nothing,
    }
}

fn length(schema: &Document) -> usize {
    schema.get_array("items").map_or(0, Vec::len)
}

/// What is known of the item at a position; none where there is no such item.
fn item<'a>(old: &Known<'a>, position: usize) -> Option<Known<'a>> {
    let most = known_bound(old, "maxItems").and_then(|most| usize::try_from(most).ok());
    if most.is_some_and(|most| position >= most) {
        return None;
    }
    let mut schemas = Vec::new();
    for schema in &old.all {
        match demand(schema, position) {
            Demand::Nothing => {}
            Demand::Absence => return None,
            Demand::Schema(schema) => schemas.push(schema),
        }
    }
    Some(Known::of(schemas))
}
