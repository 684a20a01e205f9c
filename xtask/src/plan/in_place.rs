//! What `collMod` can change of an index, and what that may cost.

use bson::{Bson, Document, doc};

use super::index::named;
use super::pair::Declared;
use super::site::Site;
use super::ttl;
use super::{Action, Change, Class, command, notes};
use crate::live::Facts;
use crate::normal::{NormalIndex, is_single_btree};

/// The option that makes an index delete documents.
pub(super) const TTL: &str = "expireAfterSeconds";
/// The option that refuses new duplicates while an index is made unique.
pub(super) const PREPARE_UNIQUE: &str = "prepareUnique";

/// What `collMod` can set to bring the live index to the declared one (MONGODB.md B5); none where
/// it can't.
pub(super) fn settings(
    declared: &NormalIndex,
    live: &NormalIndex,
    facts: &Facts,
) -> Option<Document> {
    let names = live.rest.differing(&declared.rest);
    let goal = declared.rest.document();
    let can = |name: &String| match name.as_str() {
        PREPARE_UNIQUE | "hidden" => true,
        TTL => goal.contains_key(TTL) && can_expire(declared, live, facts),
        _ => false,
    };
    let value = |name: &String| goal.get(name).cloned().unwrap_or(Bson::Boolean(false));
    let set = |name: &String| can(name).then(|| (name.clone(), value(name)));
    names.iter().map(set).collect()
}

/// An index becomes a TTL index in place since 5.1.
fn can_expire(declared: &NormalIndex, live: &NormalIndex, facts: &Facts) -> bool {
    is_single_btree(declared.key())
        && (live.rest.document().contains_key(TTL) || facts.at_least(5, 1))
}

/// The change in place; `prepareUnique`, which the server wants by itself, is set before the rest.
pub(super) fn change(
    site: Site<'_>,
    declared: &Declared<'_>,
    live: &NormalIndex,
    mut settings: Document,
) -> Change {
    let (class, said) = cost(&settings, live);
    let modify = |settings| command::modify_index(&site.declared.name, &live.name, settings);
    let mut preparation = Vec::new();
    if settings.len() > 1
        && let Some(prepared) = settings.remove(PREPARE_UNIQUE)
    {
        preparation.push(modify(doc! { PREPARE_UNIQUE: prepared }));
    }
    Change {
        class,
        reason: notes::differs(&site.declared.type_name, &live.rest, &declared.normal.rest),
        notes: said.into_iter().map(str::to_owned).collect(),
        before: Some(live.document()),
        after: Some(named(&declared.normal, &live.name).document()),
        preparation,
        ..site.draft(Some(&live.name), Action::ModifyIndex, modify(settings))
    }
}

/// What the settings may cost, and what is to be said of it.
fn cost(settings: &Document, live: &NormalIndex) -> (Class, Vec<&'static str>) {
    let costs = settings.iter().map(|(name, value)| match name.as_str() {
        TTL if expires_sooner(value, live) => (Class::Destructive, Some(notes::TTL_DELETES)),
        PREPARE_UNIQUE if value.as_bool() == Some(true) => (Class::Caution, None),
        PREPARE_UNIQUE => (Class::Safe, Some(notes::PREPARE_UNIQUE_LEFT)),
        "hidden" if value.as_bool() == Some(true) => (Class::Caution, None),
        _ => (Class::Safe, None),
    });
    let (classes, said): (Vec<Class>, Vec<_>) = costs.unzip();
    (
        classes.into_iter().max().unwrap_or(Class::Safe),
        said.into_iter().flatten().collect(),
    )
}

/// Whether a TTL is new or lower than the live one.
fn expires_sooner(declared: &Bson, live: &NormalIndex) -> bool {
    let seconds = declared.as_i64().or(declared.as_i32().map(i64::from));
    match ttl::seconds(live) {
        None => true,
        Some(current) => seconds.is_none_or(|declared| declared < current),
    }
}
