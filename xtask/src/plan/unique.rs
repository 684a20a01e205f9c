//! Indexes that become unique.

use super::in_place::PREPARE_UNIQUE;
use super::index::{Context, named};
use super::pair::Declared;
use super::site::Site;
use super::{Action, Change, Class, Status, command, notes};
use crate::normal::NormalIndex;

/// Whether the server makes an existing index unique: since 6.0.
pub(super) fn can_convert(site: Site<'_>) -> bool {
    site.facts().at_least(6, 0)
}

/// The live index is made unique in place: new duplicates are refused first, then those that are
/// there are looked for, and where there are none the index is unique.
pub(super) fn convert(site: Site<'_>, declared: &Declared<'_>, live: &NormalIndex) -> Change {
    let (collection, name) = (&site.declared.name, &live.name);
    let mut preparation = vec![command::try_unique(collection, name)];
    if !live.rest.document().contains_key(PREPARE_UNIQUE) {
        preparation.insert(0, command::prepare_unique(collection, name, true));
    }
    Change {
        class: Class::Caution,
        reason: format!(
            "declared unique by {}, not unique on the server",
            site.declared.type_name
        ),
        notes: vec![notes::UNIQUE_REFUSES.to_owned()],
        before: Some(live.document()),
        after: Some(named(&declared.normal, name).document()),
        preparation,
        ..site.draft(
            Some(name),
            Action::ModifyIndex,
            command::make_unique(collection, name),
        )
    }
}

/// Lets `change` build a unique index without `unique` first, and then convert it: a unique build
/// finds duplicates only when all its work is done, and throws that away.
///
/// Not where the one without `unique` is there or declared besides: the server holds no two alike.
pub(super) fn build(context: &Context<'_>, index: &Declared<'_>, change: &mut Change) {
    let before = index.normal.before_unique();
    let is_taken = context.signatures.contains(before.signature.text());
    if !index.normal.is_unique() || !can_convert(context.site) || is_taken {
        return;
    }
    let Some(name) = change.index.clone() else {
        return;
    };
    let collection = &context.site.declared.name;
    let mut spec = index.spec.clone();
    spec.remove("unique");
    change.preparation = vec![
        command::create_index(collection, &spec, &name),
        command::prepare_unique(collection, &name, true),
        command::try_unique(collection, &name),
    ];
    change.command = command::make_unique(collection, &name);
}

/// Where an index waits to be made unique and refuses duplicates already, which an apply that was
/// killed left behind, lets the change set that back: while it waits, nothing is refused that was
/// accepted before.
pub(super) fn set_back(changes: &mut [Change]) {
    let waiting = changes.iter_mut().filter(|change| waits_prepared(change));
    for change in waiting {
        let name = change.index.clone().unwrap_or_default();
        change.after.clone_from(&change.before);
        if let Some(after) = &mut change.after {
            after.remove(PREPARE_UNIQUE);
        }
        change.preparation = Vec::new();
        change.command = command::prepare_unique(&change.collection, &name, false);
        change.class = Class::Safe;
        change.status = Status::Planned;
        change.notes.push(notes::SET_BACK.to_owned());
    }
}

fn waits_prepared(change: &Change) -> bool {
    let has = |spec: &Option<bson::Document>, name: &str| {
        spec.as_ref().is_some_and(|spec| spec.contains_key(name))
    };
    let is_building = || change.notes.iter().any(|it| it == notes::BUILD_IN_PROGRESS);
    change.action == Action::ModifyIndex
        && change.status == Status::Held
        && has(&change.before, PREPARE_UNIQUE)
        && has(&change.after, "unique")
        && !is_building()
}
