//! The comparison, of what is declared with what a server lists.

use bson::{Bson, Document};

use super::{Difference, Found};
use crate::declared::{DeclaredCollection, DeclaredDatabase};
use crate::normal::{Canonical, Collations, NormalIndex, NormalOptions};

/// A collection as a server lists it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// `type` of `listCollections`: `collection`, `view`, `timeseries`.
    pub kind: String,
    /// `options` of `listCollections`.
    pub options: Document,
    /// The finished indexes, as `listIndexes` lists them.
    pub indexes: Vec<Document>,
    /// The indexes that are still being built.
    pub building: Vec<Document>,
    /// How it is sharded; none where that is not known, or the server is no sharded cluster.
    pub sharded: Option<Sharded>,
}

/// The key that a collection is sharded by; none where it is not.
pub type Sharded = Option<Document>;

/// All differences, in the order of the declarations. What is listed and not declared is none.
pub fn differences(declared: &DeclaredDatabase, listed: &[Listed]) -> Vec<Difference> {
    let of = |collection: &DeclaredCollection| {
        let live = listed.iter().find(|live| live.name == collection.name);
        let name = collection.name.clone();
        found(collection, live)
            .into_iter()
            .map(move |found| Difference {
                collection: name.clone(),
                found,
            })
    };
    declared.collections.iter().flat_map(of).collect()
}

fn found(declared: &DeclaredCollection, live: Option<&Listed>) -> Vec<Found> {
    let Some(live) = live else {
        return vec![Found::NoCollection];
    };
    if !is_kind(declared, &live.kind) {
        return vec![Found::OtherKind(live.kind.clone())];
    }
    let mut found = options(declared, live);
    found.extend(indexes(declared, live));
    found.extend(shard_key(declared, live));
    found
}

/// A time series that is listed as a plain collection gets its difference from its options.
fn is_kind(declared: &DeclaredCollection, kind: &str) -> bool {
    match kind {
        "collection" => true,
        "timeseries" => declared.options.contains_key("timeseries"),
        _ => false,
    }
}

/// While `accepts` still stands in the declaration, the validator that a migration leaves behind, which
/// admits the current shape alone, is as declared too.
fn options(declared: &DeclaredCollection, live: &Listed) -> Vec<Found> {
    let found = differing_options(declared, live);
    let settled = declared.settled().filter(|_| !found.is_empty());
    settled
        .map(|settled| differing_options(&settled, live))
        .filter(Vec::is_empty)
        .unwrap_or(found)
}

fn differing_options(declared: &DeclaredCollection, live: &Listed) -> Vec<Found> {
    let collations = Collations::of_live(&live.options, &[]);
    let goal = NormalOptions::declared(&declared.options, &collations);
    let current = NormalOptions::live_beside(&live.options, &declared.options, &goal);
    let parts = [
        (&current.validation, &goal.validation),
        (&current.others, &goal.others),
    ];
    parts
        .into_iter()
        .flat_map(|(live, goal)| {
            each(live, goal, |name, live, declared| Found::Option {
                name,
                live,
                declared,
            })
        })
        .collect()
}

fn indexes(declared: &DeclaredCollection, live: &Listed) -> Vec<Found> {
    let collations = Collations::of_live(&live.options, &live.indexes);
    let normal = |specs: &[Document]| specs.iter().map(NormalIndex::live).collect();
    let (finished, building): (Vec<_>, Vec<_>) = (normal(&live.indexes), normal(&live.building));
    let goals = declared
        .indexes
        .iter()
        .map(|spec| NormalIndex::declared(spec, &collations));
    goals
        .flat_map(|goal| index(&goal, &finished, &building))
        .collect()
}

/// An index is found by what it is, not by its name. Where an older server let several be alike, one
/// that is wholly as declared will do.
fn index(goal: &NormalIndex, finished: &[NormalIndex], building: &[NormalIndex]) -> Vec<Found> {
    let alike = |live: &&NormalIndex| live.signature == goal.signature;
    let twins = finished.iter().filter(alike);
    if let Some(live) = twins.max_by_key(|live| live.rest == goal.rest) {
        return each(&live.rest, &goal.rest, |name, value, declared| {
            Found::IndexOption {
                index: live.name.clone(),
                name,
                live: value,
                declared,
            }
        });
    }
    let found = match building.iter().find(alike) {
        Some(live) => Found::IndexBuilding {
            name: live.name.clone(),
        },
        None => Found::NoIndex {
            name: goal.name.clone(),
            key: goal.key().clone(),
        },
    };
    vec![found]
}

fn shard_key(declared: &DeclaredCollection, live: &Listed) -> Option<Found> {
    let (goal, current) = (declared.shard_key.as_ref()?, live.sharded.as_ref()?);
    let same = |current: &Document| Canonical::new(current) == Canonical::new(goal);
    (!current.as_ref().is_some_and(same)).then(|| Found::ShardKey {
        live: current.clone(),
        declared: goal.clone(),
    })
}

/// Each field that is not the same in both.
fn each(
    live: &Canonical,
    goal: &Canonical,
    found: impl Fn(String, Option<Bson>, Option<Bson>) -> Found,
) -> Vec<Found> {
    let value = |whole: &Canonical, name: &str| whole.document().get(name).cloned();
    let names = live.differing(goal);
    names
        .into_iter()
        .map(|name| {
            let (live, goal) = (value(live, &name), value(goal, &name));
            found(name, live, goal)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::declared::{DeclaredShape, DeclaredVersions};

    fn found(validator: Document) -> Vec<Found> {
        let shape = |version: u32| DeclaredShape {
            version,
            schema: doc! { "properties": { "version": { "enum": [version] } } },
            ..DeclaredShape::default()
        };
        let versions = DeclaredVersions {
            current: shape(2),
            older: vec![shape(1)],
            accepted: vec![1],
            ..DeclaredVersions::default()
        };
        let accepting = doc! { "$jsonSchema": versions.accepting(|_| true) };
        let declared = DeclaredCollection {
            options: doc! { "validator": accepting },
            versions: Some(versions),
            ..DeclaredCollection::default()
        };
        let live = Listed {
            options: doc! { "validator": validator },
            ..Listed::default()
        };
        options(&declared, &live)
    }

    #[test]
    fn what_a_migration_leaves_behind_is_as_declared() {
        let shape = |version: i32| doc! { "properties": { "version": { "enum": [version] } } };
        let accepting = doc! { "bsonType": "object", "anyOf": [shape(2), shape(1)] };
        assert_eq!(found(doc! { "$jsonSchema": accepting }), []);
        assert_eq!(found(doc! { "$jsonSchema": shape(2) }), []);
        let older = found(doc! { "$jsonSchema": shape(1) });
        assert!(matches!(&older[..], [Found::Option { name, .. }] if name == "validator"));
    }
}
