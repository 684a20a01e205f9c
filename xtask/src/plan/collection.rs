//! The changes to one collection.

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredCollection;

use super::make::Diff;
use super::{Action, Change, Class, Status, command, index, notes};
use crate::live::{LiveCollection, LiveKind, Owned};
use crate::normal::{Canonical, Collations, NormalOptions};

/// What the declared collection needs, given the live thing of its name.
pub(super) fn diff(
    declared: &DeclaredCollection,
    live: Option<&LiveCollection>,
    owned: &Owned,
) -> Diff {
    match live {
        None => missing(declared),
        Some(live) => match occupied(declared, &live.kind) {
            Some(kind) => Diff {
                changes: vec![blocked(declared, kind)],
                ..Diff::default()
            },
            None => existing(declared, live, owned),
        },
    }
}

/// What stands where the collection should, in words, if it is something else than declared.
fn occupied(declared: &DeclaredCollection, live: &LiveKind) -> Option<&'static str> {
    match live {
        LiveKind::Collection => None,
        LiveKind::TimeSeries if declared.options.contains_key("timeseries") => None,
        LiveKind::TimeSeries => Some("a time series"),
        LiveKind::View => Some("a view"),
        LiveKind::Other(_) => Some("something that is no collection"),
    }
}

fn missing(declared: &DeclaredCollection) -> Diff {
    let mut changes = vec![creation(declared)];
    changes.extend(index::created(declared));
    Diff {
        changes,
        ..Diff::default()
    }
}

fn blocked(declared: &DeclaredCollection, kind: &str) -> Change {
    Change {
        notes: vec![notes::occupied(kind, &declared.name)],
        status: Status::Blocked,
        ..creation(declared)
    }
}

fn creation(declared: &DeclaredCollection) -> Change {
    let normal = NormalOptions::declared(&declared.options, &Collations::default());
    Change {
        collection: declared.name.clone(),
        index: None,
        action: Action::CreateCollection,
        class: Class::Safe,
        reason: notes::missing(&declared.type_name),
        notes: Vec::new(),
        before: None,
        after: Some(normal.document()),
        command: command::create(&declared.name, &declared.options),
        preparation: Vec::new(),
        status: Status::Planned,
        error: None,
    }
}

/// Validator and options come before the indexes: `collMod` is refused while an index is built.
fn existing(declared: &DeclaredCollection, live: &LiveCollection, owned: &Owned) -> Diff {
    let collations = Collations::of_live(&live.options, &[]);
    let goal = NormalOptions::declared(&declared.options, &collations);
    let current = NormalOptions::live(&live.options);
    let mut diff = index::diff(declared, live, owned);
    let own = [
        set_validator(declared, live, &goal, &current),
        modify(declared, &goal, &current),
    ];
    diff.changes.splice(0..0, own.into_iter().flatten());
    diff
}

fn set_validator(
    declared: &DeclaredCollection,
    live: &LiveCollection,
    goal: &NormalOptions,
    current: &NormalOptions,
) -> Option<Change> {
    let (before, after) = (&current.validation, &goal.validation);
    let (class, status, notes) = if live.has_documents {
        (
            Class::Caution,
            Status::Skipped,
            vec![notes::VALIDATOR_SKIPPED.to_owned()],
        )
    } else {
        (Class::Safe, Status::Planned, Vec::new())
    };
    (before != after).then(|| Change {
        action: Action::SetValidator,
        class,
        reason: notes::differs(&declared.type_name, before, after),
        notes,
        before: Some(before.document().clone()),
        command: command::set_validator(&declared.name, &declared.options, after.document()),
        after: Some(after.document().clone()),
        status,
        ..creation(declared)
    })
}

/// All other options that differ, in one change: what the server can't do, and what this tool
/// leaves to people, isn't done by halves.
fn modify(
    declared: &DeclaredCollection,
    goal: &NormalOptions,
    current: &NormalOptions,
) -> Option<Change> {
    let names = notes::differing(&current.others, &goal.others);
    let (before, after) = (part(&current.others, &names), part(&goal.others, &names));
    let (note, command) = remedy(declared, &names, &before, &after);
    (!names.is_empty()).then(|| Change {
        action: Action::ModifyCollection,
        class: class(&names, &command),
        reason: notes::differs(&declared.type_name, &current.others, &goal.others),
        notes: vec![note],
        before: Some(before),
        after: Some(after),
        command,
        status: Status::Blocked,
        ..creation(declared)
    })
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

/// What people can do, and the command for it where the server has one.
fn remedy(
    declared: &DeclaredCollection,
    names: &[String],
    before: &Document,
    after: &Document,
) -> (String, Document) {
    let settings: Option<Document> = names
        .iter()
        .map(|name| in_place(name, before, after))
        .collect();
    if let Some(settings) = settings {
        return (
            notes::BY_COMMAND.to_owned(),
            command::modify_collection(&declared.name, settings),
        );
    }
    let fixed: Vec<&String> = names
        .iter()
        .filter(|name| in_place(name, before, after).is_none())
        .collect();
    (notes::recreate(&fixed), Document::new())
}

/// The option of `collMod` that makes this change, if there is one.
fn in_place(name: &str, before: &Document, after: &Document) -> Option<(String, Bson)> {
    let value = after.get(name).cloned();
    let stays_capped = !before.contains_key("capped") && !after.contains_key("capped");
    match name {
        "changeStreamPreAndPostImages" => Some((
            name.into(),
            value.unwrap_or(doc! { "enabled": false }.into()),
        )),
        "expireAfterSeconds" => Some((name.into(), value.unwrap_or("off".into()))),
        "size" if stays_capped => Some(("cappedSize".into(), value?)),
        "max" if stays_capped => Some(("cappedMax".into(), value.unwrap_or(0.into()))),
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

/// Expiry and caps delete documents, and what has no command takes a new collection.
fn class(names: &[String], command: &Document) -> Class {
    let deletes = names
        .iter()
        .any(|name| ["expireAfterSeconds", "size", "max"].contains(&name.as_str()));
    if deletes || command.is_empty() {
        Class::Destructive
    } else {
        Class::Caution
    }
}
