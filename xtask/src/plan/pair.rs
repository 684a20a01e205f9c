//! Which live index is which declared one.

use bson::Document;

use crate::normal::NormalIndex;

/// A declared index, as written and in normal form.
#[derive(Debug)]
pub(super) struct Declared<'a> {
    /// The specification as `createIndexes` takes it.
    pub(super) spec: &'a Document,
    /// Its normal form.
    pub(super) normal: NormalIndex,
}

/// What a declared index is on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same index, whatever its name; its other options may differ.
    Same,
    /// The same but for `unique`, which is declared and not live.
    NotUnique,
    /// The one text index that the collection may have, and another one is declared.
    OtherText,
    /// Nothing yet.
    Missing,
}

/// Each declared index with its live one, if any, and the live ones that are left over.
#[derive(Debug)]
pub(super) struct Pairing<'a> {
    pub(super) pairs: Vec<(&'a Declared<'a>, Relation, Option<&'a NormalIndex>)>,
    pub(super) surplus: Vec<&'a NormalIndex>,
}

/// Pairs indexes by what they are (CASES: "an index is found by what it is"). Exact matches come
/// first for all, so that no near match takes an index that is declared itself.
pub(super) fn pair<'a>(declared: &'a [Declared<'a>], live: &'a [NormalIndex]) -> Pairing<'a> {
    let mut found: Vec<Option<(Relation, &NormalIndex)>> = vec![None; declared.len()];
    let mut surplus: Vec<&NormalIndex> = live.iter().collect();
    for relation in [Relation::Same, Relation::NotUnique, Relation::OtherText] {
        for (declared, found) in declared
            .iter()
            .zip(&mut found)
            .filter(|(_, found)| found.is_none())
        {
            *found = take(&declared.normal, relation, &mut surplus).map(|live| (relation, live));
        }
    }
    let pairs = declared
        .iter()
        .zip(found)
        .map(|(declared, found)| match found {
            Some((relation, live)) => (declared, relation, Some(live)),
            None => (declared, Relation::Missing, None),
        });
    Pairing {
        pairs: pairs.collect(),
        surplus,
    }
}

/// Takes the closest live index in this relation: where an older server let several be alike, the
/// one that is identical, then the one of the same name.
fn take<'a>(
    declared: &NormalIndex,
    relation: Relation,
    surplus: &mut Vec<&'a NormalIndex>,
) -> Option<&'a NormalIndex> {
    let candidates = surplus
        .iter()
        .enumerate()
        .filter(|(_, live)| is(declared, live, relation));
    let closeness = |live: &NormalIndex| (live.rest == declared.rest, live.name == declared.name);
    let (position, _) = candidates.max_by_key(|(_, live)| closeness(live))?;
    Some(surplus.remove(position))
}

fn is(declared: &NormalIndex, live: &NormalIndex, relation: Relation) -> bool {
    match relation {
        Relation::Same => declared.signature == live.signature,
        Relation::NotUnique => {
            let (goal, current) = (declared.before_unique(), live.before_unique());
            let otherwise_same = goal.signature == current.signature && goal.rest == current.rest;
            declared.is_unique() && !live.is_unique() && otherwise_same
        }
        Relation::OtherText => declared.is_text() && live.is_text(),
        Relation::Missing => false,
    }
}
