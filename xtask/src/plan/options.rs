//! The options of a collection that are not its validator's.

use bson::{Bson, Document, doc};

use super::site::Site;
use super::{Action, Change, Class, Status, command, notes};
use crate::live::Facts;
use crate::normal::{Canonical, NormalOptions};

/// All other options that differ, in one change: what the server can't do isn't done by halves.
pub(super) fn modify(
    site: Site<'_>,
    goal: &NormalOptions,
    current: &NormalOptions,
) -> Option<Change> {
    let names = current.others.differing(&goal.others);
    let (before, after) = (part(&current.others, &names), part(&goal.others, &names));
    if names.is_empty() {
        return None;
    }
    let draft = Change {
        reason: notes::differs(&site.declared.type_name, &current.others, &goal.others),
        before: Some(before.clone()),
        after: Some(after.clone()),
        ..site.draft(None, Action::ModifyCollection, Document::new())
    };
    let fixed: Vec<&String> = names
        .iter()
        .filter(|name| in_place(name, &before, &after, site.facts()).is_none())
        .collect();
    if !fixed.is_empty() {
        return Some(Change {
            class: Class::Destructive,
            status: Status::Blocked,
            notes: vec![notes::recreate(&fixed)],
            ..draft
        });
    }
    let settings = names
        .iter()
        .filter_map(|name| in_place(name, &before, &after, site.facts()))
        .collect();
    Some(by_command(site, draft, settings, &before))
}

/// The change by `collMod`; the server wants `timeseries` by itself (MONGODB.md C10).
fn by_command(site: Site<'_>, draft: Change, mut settings: Document, before: &Document) -> Change {
    let costs = settings
        .iter()
        .map(|(name, value)| cost(name, value, before));
    let (classes, said): (Vec<Class>, Vec<_>) = costs.unzip();
    let modify = |settings| command::modify_collection(&site.declared.name, settings);
    let mut preparation = Vec::new();
    if settings.len() > 1
        && let Some(series) = settings.remove("timeseries")
    {
        preparation.push(modify(doc! { "timeseries": series }));
    }
    Change {
        class: classes.into_iter().max().unwrap_or(Class::Safe),
        notes: said.into_iter().flatten().map(str::to_owned).collect(),
        preparation,
        command: modify(settings),
        ..draft
    }
}

/// The named fields alone.
fn part(whole: &Canonical, names: &[String]) -> Document {
    let fields = whole
        .document()
        .iter()
        .filter(|(name, _)| names.contains(name));
    fields
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The option of `collMod` that makes this change, if there is one.
fn in_place(
    name: &str,
    before: &Document,
    after: &Document,
    facts: &Facts,
) -> Option<(String, Bson)> {
    let value = after.get(name).cloned();
    let stays_capped = !before.contains_key("capped") && !after.contains_key("capped");
    let resizes = stays_capped && facts.at_least(6, 0);
    match name {
        "changeStreamPreAndPostImages" if facts.at_least(6, 0) => Some((
            name.into(),
            value.unwrap_or(doc! { "enabled": false }.into()),
        )),
        "expireAfterSeconds" if facts.at_least(5, 0) => {
            Some((name.into(), value.unwrap_or("off".into())))
        }
        "size" if resizes => Some(("cappedSize".into(), value?)),
        "max" if resizes => Some(("cappedMax".into(), value.unwrap_or(0.into()))),
        "timeseries" => widened(
            before.get_document(name).ok()?,
            after.get_document(name).ok()?,
        ),
        _ => None,
    }
}

/// A coarser granularity, the one change of a time series that the server makes.
fn widened(before: &Document, after: &Document) -> Option<(String, Bson)> {
    let rank = |options: &Document| {
        let granularity = options.get_str("granularity").ok()?;
        ["seconds", "minutes", "hours"]
            .iter()
            .position(|known| *known == granularity)
    };
    let alike = before
        .iter()
        .all(|(name, value)| name == "granularity" || after.get(name) == Some(value));
    let wider = before.len() == after.len() && alike && rank(before)? < rank(after)?;
    wider.then(|| {
        (
            "timeseries".into(),
            doc! { "granularity": after.get_str("granularity").unwrap_or_default() }.into(),
        )
    })
}

/// What a setting may cost, and what is to be said of it: expiry and caps delete documents.
fn cost(name: &str, value: &Bson, before: &Document) -> (Class, Option<&'static str>) {
    let (now, deletes) = match name {
        "expireAfterSeconds" => (before.get(name), notes::TTL_DELETES),
        "cappedSize" => (before.get("size"), notes::CAP_DELETES),
        "cappedMax" => (before.get("max"), notes::CAP_DELETES),
        "timeseries" => return (Class::Caution, Some(notes::GRANULARITY)),
        _ => return (Class::Caution, None),
    };
    // Without a number there is no end: `off`, and a `max` of zero.
    let number = |value: &Bson| value.as_i64().or(value.as_i32().map(i64::from));
    let bound = |value: &Bson| number(value).filter(|value| name != "cappedMax" || *value > 0);
    match (now.and_then(bound), bound(value)) {
        (_, None) => (Class::Safe, None),
        (Some(now), Some(next)) if now <= next => (Class::Safe, None),
        _ => (Class::Destructive, Some(deletes)),
    }
}
