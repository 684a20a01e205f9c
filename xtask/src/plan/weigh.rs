//! What was found among the documents, put into the plan: pure.

mod words;

use bson::{Bson, Document};

use super::{Action, Change, Class, Plan, Status, phase};
use words::{bytes, documents, id, ids, json};

use crate::data::{Duplicates, Expiring, Finding, Findings, Look, Size, Violations};

/// From how many documents on an index build is no small matter.
const MANY: i64 = 100_000;
/// How long a filter may be to be told in full.
const FILTER: usize = 600;

/// Tells with each change what was found for it, and holds back what the documents stand against.
/// What could not be seen is said, and never taken for nothing.
pub fn weigh(plan: &mut Plan, findings: &Findings) {
    plan.data_checked = true;
    for change in &mut plan.changes {
        if let Some(found) = findings.of(&change.id()) {
            weigh_one(change, found);
        }
    }
}

/// The same for one change.
pub(crate) fn weigh_one(change: &mut Change, found: &Finding) {
    if let Some(size) = &found.size {
        of_size(change, size);
    }
    if let Some(duplicates) = &found.duplicates {
        of_duplicates(change, duplicates);
    }
    if let Some(violations) = &found.violations {
        of_violations(change, violations);
    }
    if let Some(expiring) = &found.expiring {
        of_expiring(change, expiring);
    }
}

fn of_size(change: &mut Change, size: &Look<Size>) {
    let note = match size {
        Look::Unknown(why) => format!("how many documents there are is not known: {why}"),
        Look::Known(size) => {
            let is_build = matches!(change.action, Action::CreateIndex | Action::ReplaceIndex);
            if is_build && size.documents >= MANY {
                change.class = change.class.max(Class::Caution);
            }
            format!(
                "{}, {} on disk",
                documents(size.documents),
                bytes(size.storage)
            )
        }
    };
    change.notes.push(note);
}

fn of_duplicates(change: &mut Change, duplicates: &Look<Duplicates>) {
    match duplicates {
        Look::Unknown(why) => change.notes.push(format!(
            "whether documents share a key is not known ({why}); the server refuses the index where they do, and nothing is lost by that"
        )),
        Look::Known(found) if found.keys == 0 => {
            change.notes.push("no documents share a key".to_owned());
        }
        Look::Known(found) => {
            let keys = if found.keys == 1 { "key is" } else { "keys are" };
            let shared = format!(
                "{} {keys} shared by {}, such as {} by those with `_id` {}",
                found.keys,
                documents(found.documents),
                json(&Bson::Document(found.key.clone())),
                ids(&found.ids),
            );
            let held = format!(
                "held: {shared}; change or remove all but one of each, then apply again"
            );
            // What an earlier run prepared refuses writes, so the step runs, and takes it back.
            if change.before.as_ref().is_some_and(is_prepared) {
                change.notes.push(format!("{shared}, so it is set back"));
            } else {
                hold(change, &held);
            }
        }
    }
}

fn of_violations(change: &mut Change, violations: &Look<Violations>) {
    let validator = change
        .after
        .as_ref()
        .and_then(|it| it.get_document("validator").ok());
    let how = validator.map(|validator| how_to_see(&change.collection, validator));
    let how = how.unwrap_or_default();
    match violations {
        Look::Unknown(why) if phase::refuses(change) => hold(change, &not_counted(why)),
        Look::Unknown(why) => change.notes.push(format!(
            "the documents that violate it could not be counted: {why}"
        )),
        Look::Known(found) if found.documents == 0 => {
            change.notes.push("no document violates it".to_owned());
        }
        // The first step refuses nothing.
        Look::Known(found) if !phase::refuses(change) => {
            let note = format!(
                "{} (they hold back every stage that refuses something); {how}",
                violated(found)
            );
            change.notes.push(note);
        }
        Look::Known(found) => hold(change, &held_for(found, &how)),
    }
    if is_moderate(change) {
        change.notes.push(
            "by `moderate` such documents may stay, and updates of them are not checked".to_owned(),
        );
    }
}

fn of_expiring(change: &mut Change, expiring: &Look<Expiring>) {
    let note = match expiring {
        Look::Unknown(why) => {
            format!("how many documents are deleted at once is not known: {why}")
        }
        Look::Known(found) if found.documents == 0 => {
            "no document has expired by it yet".to_owned()
        }
        Look::Known(found) => {
            let value = found.value.as_ref().map(json).unwrap_or_default();
            let id = found.id.as_ref().map(id).unwrap_or_default();
            let are = if found.documents == 1 {
                "has expired by it and is"
            } else {
                "have expired by it and are"
            };
            format!(
                "{} {are} deleted within minutes, such as the one with `_id` {id}: {value}",
                documents(found.documents)
            )
        }
    };
    change.notes.push(note);
}

fn is_prepared(index: &Document) -> bool {
    index.contains_key("prepareUnique")
}

/// Only what would be done is held; what is skipped or held already keeps that.
fn hold(change: &mut Change, why: &str) {
    change.notes.push(why.to_owned());
    if change.status == Status::Planned {
        change.status = Status::Held;
    }
}

fn is_moderate(change: &Change) -> bool {
    let after = change.after.as_ref();
    after.is_some_and(|it| it.get_str("validationLevel").ok() == Some("moderate"))
}

/// Why a validator waits for documents, and how to see them; none where none stands against it.
pub(crate) fn held_by(
    collection: &str,
    validator: &Document,
    violations: &Look<Violations>,
) -> Option<String> {
    match violations {
        Look::Known(found) if found.documents == 0 => None,
        Look::Known(found) => Some(held_for(found, &how_to_see(collection, validator))),
        Look::Unknown(why) => Some(not_counted(why)),
    }
}

/// Why an index can't become unique; none where nothing stands against it that is known.
pub(crate) fn held_by_duplicates(change: &Change, found: &Finding) -> Option<String> {
    let mut weighed = Change {
        notes: Vec::new(),
        status: Status::Planned,
        ..change.clone()
    };
    of_duplicates(&mut weighed, found.duplicates.as_ref()?);
    (weighed.status == Status::Held).then(|| weighed.notes.concat())
}

fn held_for(found: &Violations, how_to_see: &str) -> String {
    format!(
        "held: {}; {how_to_see}; mend them, or declare the shape that they have as the version before (`previous`)",
        violated(found)
    )
}

fn not_counted(why: &str) -> String {
    format!(
        "held: the documents that violate it could not be counted: {why}; once they can be, apply again"
    )
}

fn violated(found: &Violations) -> String {
    let verb = if found.documents == 1 {
        "violates"
    } else {
        "violate"
    };
    let such = if found.documents == 1 {
        "that with"
    } else {
        "those with"
    };
    format!(
        "{} {verb} it, such as {such} `_id` {}{}",
        documents(found.documents),
        ids(&found.ids),
        reasons(&found.reasons)
    )
}

/// What is wrong with the examples, in their order.
fn reasons(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => format!(": {first}"),
        all => format!(": {}", all.join(", and ")),
    }
}

/// The query that lists the documents.
fn how_to_see(collection: &str, validator: &Document) -> String {
    let validator = json(&Bson::Document(validator.clone()));
    let (filter, where_it_is) = if validator.len() <= FILTER {
        (validator.as_str(), "")
    } else {
        (
            "VALIDATOR",
            ", with `after.validator` of this change for VALIDATOR",
        )
    };
    format!(
        "`check --only {collection}` tells what is wrong with each; list them by `db.getCollection(\"{collection}\").find({{\"$nor\": [{filter}]}})`{where_it_is}"
    )
}

#[cfg(test)]
mod tests;
