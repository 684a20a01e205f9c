//! The changes to the indexes of one collection.

use std::collections::BTreeSet;

use bson::{Document, doc};
use schema_core::declared::DeclaredCollection;

use super::in_place::{TTL, cost, settings};
use super::listed::{comparable, is_id};
use super::make::Diff;
use super::pair::{Declared, Relation, pair};
use super::{Action, Change, Class, Status, Unmanaged, command, name, notes};
use crate::live::{LiveCollection, Owned};
use crate::normal::{Canonical, Collations, NormalIndex};

/// What a change to an index is made of.
struct Context<'a> {
    declared: &'a DeclaredCollection,
    /// Whether indexes are built over documents.
    filled: bool,
    /// The names that no new index can have.
    taken: BTreeSet<String>,
}

/// The indexes of a collection that is created in the same plan.
pub(super) fn created(declared: &DeclaredCollection) -> Vec<Change> {
    let collations = Collations::of_declared(&declared.options);
    let mut context = Context {
        declared,
        filled: false,
        taken: BTreeSet::new(),
    };
    normalised(declared, &collations)
        .iter()
        .map(|index| context.create(index))
        .collect()
}

/// The indexes of an existing collection: changes in place, then builds, then replacements, then
/// drops.
pub(super) fn diff(declared: &DeclaredCollection, live: &LiveCollection, owned: &Owned) -> Diff {
    let wanted = normalised(declared, &Collations::of_live(&live.options, &live.indexes));
    let listed = comparable(live);
    let pairing = pair(&wanted, &listed);
    let mut context = Context::new(declared, live);
    let mut changes: Vec<Change> = pairing
        .pairs
        .iter()
        .filter_map(|(index, relation, live)| context.change(index, *relation, *live))
        .collect();
    let own = |index: &NormalIndex| {
        owned
            .indexes
            .contains(&(declared.name.clone(), index.name.clone()))
    };
    let (dropped, foreign): (Vec<_>, Vec<_>) = pairing.surplus.iter().partition(|index| own(index));
    changes.extend(dropped.into_iter().map(|index| context.drop(index)));
    changes.sort_by_key(|change| rank(change.action));
    let unmanaged = foreign.into_iter();
    let unmanaged = unmanaged.map(|index| Unmanaged {
        collection: live.name.clone(),
        index: Some(index.name.clone()),
    });
    Diff {
        changes,
        unmanaged: unmanaged.collect(),
    }
}

/// `collMod` is refused while an index is built, and nothing goes before what replaces it exists.
fn rank(action: Action) -> u8 {
    match action {
        Action::ModifyIndex => 0,
        Action::CreateIndex => 1,
        Action::ReplaceIndex => 2,
        _ => 3,
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
    fn new(declared: &'a DeclaredCollection, live: &LiveCollection) -> Self {
        let names = live
            .indexes
            .iter()
            .filter_map(|spec| spec.get_str("name").ok());
        Self {
            declared,
            filled: live.has_documents,
            taken: names.map(str::to_owned).collect(),
        }
    }

    fn change(
        &mut self,
        index: &Declared<'_>,
        relation: Relation,
        live: Option<&NormalIndex>,
    ) -> Option<Change> {
        match (relation, live) {
            (Relation::Same, Some(live)) if live.rest == index.normal.rest => None,
            (Relation::Same, Some(live)) => Some(self.adjust(index, live)),
            (Relation::NotUnique, Some(live)) => Some(self.make_unique(index, live)),
            (Relation::OtherText, Some(live)) => {
                Some(self.replace(index, live, notes::TEXT_WINDOW))
            }
            _ => Some(self.create(index)),
        }
    }

    /// A change whose particulars are still to be filled in.
    fn draft(&self, name: &str, action: Action, command: Document) -> Change {
        Change {
            collection: self.declared.name.clone(),
            index: Some(name.to_owned()),
            action,
            class: Class::Safe,
            reason: notes::missing(&self.declared.type_name),
            notes: Vec::new(),
            before: None,
            after: None,
            command,
            preparation: Vec::new(),
            status: Status::Planned,
            error: None,
        }
    }

    fn create(&mut self, index: &Declared<'_>) -> Change {
        let name = name::free(&index.normal, &self.taken);
        self.taken.insert(name.clone());
        let command = command::create_index(&self.declared.name, index.spec, &name);
        let mut change = self.draft(&name, Action::CreateIndex, command);
        change.after = Some(named(&index.normal, &name).document());
        if name != index.normal.name {
            let declared = &index.normal.name;
            change.notes.push(format!(
                "the name `{declared}` is taken by another index, so this one is called `{name}`"
            ));
        }
        if self.filled {
            weigh_build(&mut change, &index.normal);
        }
        change
    }

    fn adjust(&mut self, index: &Declared<'_>, live: &NormalIndex) -> Change {
        let Some(settings) = settings(&index.normal, live) else {
            return self.replace(index, live, notes::WINDOW);
        };
        let (class, mut said) = cost(&settings, live);
        let command = command::modify_index(&self.declared.name, &live.name, settings);
        said.push(notes::MODIFY_INDEX_SKIPPED);
        Change {
            class,
            reason: notes::differs(&self.declared.type_name, &live.rest, &index.normal.rest),
            notes: said.into_iter().map(str::to_owned).collect(),
            before: Some(live.document()),
            after: Some(named(&index.normal, &live.name).document()),
            status: Status::Skipped,
            ..self.draft(&live.name, Action::ModifyIndex, command)
        }
    }

    fn make_unique(&self, index: &Declared<'_>, live: &NormalIndex) -> Change {
        let command =
            command::modify_index(&self.declared.name, &live.name, doc! { "unique": true });
        Change {
            class: Class::Caution,
            reason: format!(
                "declared unique by {}, not unique on the server",
                self.declared.type_name
            ),
            notes: vec![notes::UNIQUE_SKIPPED.to_owned()],
            before: Some(live.document()),
            after: Some(named(&index.normal, &live.name).document()),
            status: Status::Skipped,
            ..self.draft(&live.name, Action::ModifyIndex, command)
        }
    }

    /// The live index goes first, so its name is free for the new one, and for no other: those are
    /// created before. The change is called by the live name.
    fn replace(&mut self, index: &Declared<'_>, live: &NormalIndex, why: &str) -> Change {
        self.taken.remove(&live.name);
        let name = name::free(&index.normal, &self.taken);
        self.taken.extend([live.name.clone(), name.clone()]);
        let command = command::create_index(&self.declared.name, index.spec, &name);
        Change {
            class: Class::Destructive,
            reason: notes::differs(
                &self.declared.type_name,
                &whole(live),
                &whole(&index.normal),
            ),
            notes: vec![why.to_owned(), notes::REPLACE_INDEX_SKIPPED.to_owned()],
            before: Some(live.document()),
            after: Some(named(&index.normal, &name).document()),
            status: Status::Skipped,
            ..self.draft(&live.name, Action::ReplaceIndex, command)
        }
    }

    fn drop(&self, live: &NormalIndex) -> Change {
        let command = command::drop_index(&self.declared.name, &live.name);
        Change {
            class: Class::Destructive,
            reason: format!(
                "created by this tool, no longer declared by {}",
                self.declared.type_name
            ),
            notes: vec![notes::DROP_INDEX_SKIPPED.to_owned()],
            before: Some(live.document()),
            status: Status::Skipped,
            ..self.draft(&live.name, Action::DropIndex, command)
        }
    }
}

fn named(index: &NormalIndex, name: &str) -> NormalIndex {
    NormalIndex {
        name: name.to_owned(),
        ..index.clone()
    }
}

/// All but the name.
fn whole(index: &NormalIndex) -> Canonical {
    let mut document = index.document();
    document.remove("name");
    Canonical::new(&document)
}

/// A build over documents takes time; a unique one may fail, and a TTL deletes what has expired.
fn weigh_build(change: &mut Change, index: &NormalIndex) {
    change.notes.push(notes::BUILD_TAKES_TIME.to_owned());
    if index.is_unique() {
        change.class = Class::Caution;
        change.notes.push(notes::UNIQUE_BUILD.to_owned());
    }
    if index.rest.document().contains_key(TTL) {
        change.class = Class::Destructive;
        change.status = Status::Skipped;
        change.notes.push(notes::TTL_SKIPPED.to_owned());
    }
}
