//! Indexes that are built.

use super::in_place::TTL;
use super::index::{Context, named};
use super::pair::Declared;
use super::{Action, Change, Class, command, name, notes, unique};
use crate::normal::NormalIndex;

impl Context<'_> {
    /// A new index, beside all that there is.
    pub(super) fn create(&mut self, index: &Declared<'_>) -> Change {
        let under_way = self.building(&index.normal);
        let name = match &under_way {
            Some(name) => name.clone(),
            None => name::free(&index.normal, &self.taken),
        };
        self.taken.insert(name.clone());
        let command = command::create_index(&self.site.declared.name, index.spec, &name);
        let mut change = self.site.draft(Some(&name), Action::CreateIndex, command);
        change.after = Some(named(&index.normal, &name).document());
        if under_way.is_some() {
            change.notes.push(notes::JOINED.to_owned());
            weigh(&mut change, &index.normal);
            return change;
        }
        if name != index.normal.name {
            change.notes.push(notes::renamed(&index.normal.name, &name));
        }
        if self.is_filled() {
            weigh(&mut change, &index.normal);
            unique::build(self, index, &mut change);
        }
        self.room.take(&mut change);
        change
    }

    /// The name under which the same index is being built already.
    pub(super) fn building(&self, index: &NormalIndex) -> Option<String> {
        let mut building = self.live?.building.iter().map(NormalIndex::live);
        let same = |it: &NormalIndex| it.signature == index.signature && it.rest == index.rest;
        building.find(same).map(|found| found.name)
    }
}

/// A build over documents takes time; a unique one may fail, and a TTL deletes what has expired.
pub(super) fn weigh(change: &mut Change, index: &NormalIndex) {
    change.notes.push(notes::BUILD_TAKES_TIME.to_owned());
    if index.is_unique() {
        change.class = Class::Caution;
        change.notes.push(notes::UNIQUE_REFUSES.to_owned());
    }
    if index.rest.document().contains_key(TTL) {
        change.class = Class::Destructive;
        change.notes.push(notes::TTL_DELETES.to_owned());
    }
}
