//! The changes to the indexes of one collection.

use std::collections::BTreeSet;

use bson::Document;
use schema_core::declared::DeclaredCollection;

use super::limit::Room;
use super::listed::{comparable, is_id};
use super::make::Diff;
use super::pair::{Declared, Relation, pair};
use super::site::Site;
use super::{Action, Change, Status, Unmanaged, in_place, notes, replace, retire, unique};
use crate::live::LiveCollection;
use crate::normal::{Collations, NormalIndex};

/// What a change to an index is made of.
pub(super) struct Context<'a> {
    pub(super) site: Site<'a>,
    /// The live collection; none where it is created in the same plan.
    pub(super) live: Option<&'a LiveCollection>,
    /// The names that no new index can have.
    pub(super) taken: BTreeSet<String>,
    /// The signatures of all indexes, live and declared.
    pub(super) signatures: BTreeSet<String>,
    /// How many more indexes the collection can have.
    pub(super) room: Room,
}

/// The indexes of a collection that is created in the same plan.
pub(super) fn created(site: Site<'_>) -> Vec<Change> {
    let collations = Collations::of_declared(&site.declared.options);
    let wanted = normalised(site.declared, &collations);
    let mut context = Context::new(site, None, &wanted);
    wanted.iter().map(|index| context.create(index)).collect()
}

/// The indexes of an existing collection: changes in place, then builds, then replacements, then
/// retirements.
pub(super) fn diff(site: Site<'_>, live: &LiveCollection) -> Diff {
    let collations = Collations::of_live(&live.options, &live.indexes);
    let wanted = normalised(site.declared, &collations);
    let listed = comparable(live);
    let pairing = pair(&wanted, &listed);
    let mut surplus = pairing.surplus;
    let mut changes = Vec::new();
    // As a rule nothing differs, and then nothing needs to be known of the other indexes.
    if !pairing.pairs.iter().all(is_settled) {
        let mut context = Context::new(site, Some(live), &wanted);
        for (index, relation, live) in pairing.pairs {
            changes.extend(context.change(index, relation, live, &mut surplus));
        }
    }
    let mut unmanaged = Vec::new();
    for index in surplus
        .into_iter()
        .filter(|index| !site.is_external(&index.name))
    {
        if retire::is_due(site, index) {
            changes.extend(retire::retire(site, live, index));
        } else {
            unmanaged.push(left_alone(live, index));
        }
    }
    changes.sort_by_key(|change| rank(change.action));
    Diff {
        changes,
        unmanaged,
        ..Diff::default()
    }
}

fn is_settled((index, relation, live): &(&Declared<'_>, Relation, Option<&NormalIndex>)) -> bool {
    *relation == Relation::Same && live.is_some_and(|live| live.rest == index.normal.rest)
}

fn left_alone(live: &LiveCollection, index: &NormalIndex) -> Unmanaged {
    Unmanaged {
        collection: live.name.clone(),
        index: Some(index.name.clone()),
    }
}

/// `collMod` is refused while an index is built, and nothing goes before what replaces it exists.
fn rank(action: Action) -> u8 {
    match action {
        Action::ModifyIndex => 0,
        Action::CreateIndex => 1,
        Action::ReplaceIndex => 2,
        Action::HideIndex => 3,
        _ => 4,
    }
}

fn normalised<'a>(declared: &'a DeclaredCollection, collations: &Collations) -> Vec<Declared<'a>> {
    let all = declared.indexes.iter().map(|spec| Declared {
        spec,
        normal: NormalIndex::declared(spec, collations),
    });
    all.filter(|index| !is_id(&index.normal)).collect()
}

impl<'a> Context<'a> {
    fn new(site: Site<'a>, live: Option<&'a LiveCollection>, wanted: &[Declared<'_>]) -> Self {
        let specs = live.into_iter().flat_map(specifications);
        let listed: Vec<NormalIndex> = specs.map(NormalIndex::live).collect();
        let all = listed
            .iter()
            .chain(wanted.iter().map(|index| &index.normal));
        Self {
            site,
            live,
            signatures: all.map(|index| index.signature.text().to_owned()).collect(),
            room: Room::of(site, &listed, live.is_some()),
            taken: listed.into_iter().map(|index| index.name).collect(),
        }
    }

    /// Whether indexes are built over documents.
    pub(super) fn is_filled(&self) -> bool {
        self.live.is_some_and(|live| live.has_documents)
    }

    fn change<'i>(
        &mut self,
        index: &Declared<'_>,
        relation: Relation,
        live: Option<&'i NormalIndex>,
        surplus: &mut Vec<&'i NormalIndex>,
    ) -> Vec<Change> {
        let Some(live) = live else {
            return vec![self.create_in_room(index, surplus)];
        };
        let is_external = self.site.is_external(&live.name);
        match relation {
            Relation::Same if live.rest == index.normal.rest => Vec::new(),
            Relation::Same if is_external => vec![self.elsewhere(index, live)],
            Relation::Same => self.adjust(index, live),
            Relation::NotUnique if unique::can_convert(self.site) && !is_external => {
                vec![unique::convert(self.site, index, live)]
            }
            Relation::OtherText => vec![replace::text(self, index, live)],
            // The server holds both beside each other.
            Relation::NotUnique | Relation::Missing => {
                surplus.push(live);
                vec![self.create_in_room(index, surplus)]
            }
        }
    }

    /// Beside what there is, or where the collection can hold no more, in the place of an index that
    /// is to go and serves the same queries.
    fn create_in_room(&mut self, index: &Declared<'_>, surplus: &mut Vec<&NormalIndex>) -> Change {
        let needs_room = !self.room.is_left() && self.building(&index.normal).is_none();
        let predecessor = self.live.filter(|_| needs_room).and_then(|collection| {
            let goes = |live: &&NormalIndex| retire::can_go(self.site, collection, live);
            let serves =
                |live: &&NormalIndex| live.key().keys().next() == index.normal.key().keys().next();
            let mut all = surplus.iter();
            all.position(|live| goes(live) && serves(live))
        });
        match predecessor {
            Some(position) => replace::crowded(self, index, surplus.remove(position)),
            None => self.create(index),
        }
    }

    fn adjust(&mut self, index: &Declared<'_>, live: &NormalIndex) -> Vec<Change> {
        match in_place::settings(&index.normal, live, self.site.facts()) {
            Some(settings) => vec![in_place::change(self.site, index, live, settings)],
            None => replace::same(self, index, live),
        }
    }

    /// What others manage is as they want it.
    fn elsewhere(&self, index: &Declared<'_>, live: &NormalIndex) -> Change {
        Change {
            reason: notes::differs(
                &self.site.declared.type_name,
                &live.rest,
                &index.normal.rest,
            ),
            notes: vec![notes::MANAGED_ELSEWHERE.to_owned()],
            before: Some(live.document()),
            after: Some(named(&index.normal, &live.name).document()),
            status: Status::Blocked,
            ..self
                .site
                .draft(Some(&live.name), Action::ModifyIndex, Document::new())
        }
    }
}

/// The specifications of the collection's indexes, finished and in progress.
fn specifications(live: &LiveCollection) -> impl Iterator<Item = &Document> {
    live.indexes.iter().chain(&live.building)
}

pub(super) fn named(index: &NormalIndex, name: &str) -> NormalIndex {
    NormalIndex {
        name: name.to_owned(),
        ..index.clone()
    }
}
