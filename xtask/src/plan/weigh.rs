//! What was found among the documents, put into the plan: pure.

use bson::{Bson, Document};

use super::{Action, Change, Class, Plan, Status, phase};
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
            hold(change, &format!("held: {shared}; change or remove all but one of each, then apply again"));
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
        Look::Known(found) => hold(change, &format!("held: {}; {how}", violated(found))),
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
        Look::Known(found) => Some(format!(
            "held: {}; {}",
            violated(found),
            how_to_see(collection, validator)
        )),
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

fn not_counted(why: &str) -> String {
    format!("held: the documents that violate it could not be counted: {why}, and apply again")
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
        "{} {verb} it, such as {such} `_id` {}",
        documents(found.documents),
        ids(&found.ids)
    )
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
        "list them by `db.getCollection(\"{collection}\").find({{\"$nor\": [{filter}]}})`{where_it_is}"
    )
}

fn documents(count: i64) -> String {
    match count {
        1 => "1 document".to_owned(),
        count => format!("{} documents", grouped(count)),
    }
}

/// `1,234,567`
fn grouped(count: i64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `3.4 MiB`
fn bytes(count: i64) -> String {
    let mut size = 1;
    for unit in ["KiB", "MiB", "GiB", "TiB"] {
        size *= 1024;
        if count < size * 1024 || unit == "TiB" {
            let tenths = count.saturating_mul(10) / size;
            return format!("{}.{} {unit}", tenths / 10, tenths % 10);
        }
    }
    format!("{count} bytes")
}

fn ids(all: &[Bson]) -> String {
    let all: Vec<String> = all.iter().map(id).collect();
    all.join(" and ")
}

/// An `_id` in a sentence.
fn id(id: &Bson) -> String {
    match id {
        Bson::ObjectId(id) => id.to_hex(),
        other => json(other),
    }
}

fn json(value: &Bson) -> String {
    value.clone().into_relaxed_extjson().to_string()
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::plan::Scope;

    fn plan(action: Action, after: Document) -> Plan {
        let change = Change {
            collection: "tasks".into(),
            index: Some("a_1".into()),
            action,
            class: Class::Safe,
            reason: String::new(),
            notes: Vec::new(),
            before: None,
            after: Some(after),
            command: doc! { "collMod": "tasks", "validator": { "a": 1 } },
            preparation: Vec::new(),
            status: Status::Planned,
            error: None,
        };
        Plan {
            database: "tracker".into(),
            scope: Scope::default(),
            changes: vec![change],
            unmanaged: Vec::new(),
            notes: Vec::new(),
            data_checked: false,
            basis: std::collections::BTreeMap::default(),
        }
    }

    fn weighed(action: Action, after: Document, finding: Finding) -> Change {
        let mut plan = plan(action, after);
        let mut findings = Findings::default();
        findings.add(plan.changes[0].id(), finding);
        weigh(&mut plan, &findings);
        assert!(plan.data_checked);
        plan.changes.remove(0)
    }

    #[test]
    fn duplicates_hold_a_unique_index_and_show_an_example() {
        let found = Duplicates {
            keys: 2,
            documents: 1_005,
            key: doc! { "email": "x@y" },
            ids: vec![1.into(), 2.into()],
        };
        let finding = Finding {
            duplicates: Some(Look::Known(found)),
            ..Finding::default()
        };
        let change = weighed(Action::CreateIndex, doc! { "unique": true }, finding);
        assert_eq!(change.status, Status::Held);
        assert_eq!(
            change.notes,
            [
                "held: 2 keys are shared by 1,005 documents, such as {\"email\":\"x@y\"} by those with `_id` 1 and 2; change or remove all but one of each, then apply again"
            ]
        );
    }

    #[test]
    fn what_is_not_known_is_not_nothing() {
        let unknown = || Some(Look::Unknown("no time".to_owned()));
        let finding = Finding {
            violations: unknown(),
            ..Finding::default()
        };
        let change = weighed(Action::SetValidator, doc! {}, finding);
        assert_eq!(change.status, Status::Held);
        assert!(change.notes[0].contains("no time"), "{:?}", change.notes);
        let finding = Finding {
            duplicates: Some(Look::Unknown("no time".to_owned())),
            size: Some(Look::Unknown("no right".to_owned())),
            expiring: Some(Look::Unknown("no luck".to_owned())),
            ..Finding::default()
        };
        let change = weighed(Action::CreateIndex, doc! {}, finding);
        assert_eq!(change.status, Status::Planned);
        for why in ["no time", "no right", "no luck"] {
            assert!(change.notes.iter().any(|note| note.contains(why)), "{why}");
        }
    }

    #[test]
    fn a_build_over_many_documents_is_no_small_matter() {
        let of = |documents| Finding {
            size: Some(Look::Known(Size {
                documents,
                storage: 3_500_000,
            })),
            ..Finding::default()
        };
        let change = weighed(Action::CreateIndex, doc! {}, of(MANY));
        assert_eq!(change.class, Class::Caution);
        assert_eq!(change.notes, ["100,000 documents, 3.3 MiB on disk"]);
        assert_eq!(
            weighed(Action::CreateIndex, doc! {}, of(1)).class,
            Class::Safe
        );
    }

    #[test]
    fn a_long_validator_is_pointed_at() {
        let short = how_to_see("tasks", &doc! { "a": 1 });
        assert_eq!(
            short,
            "list them by `db.getCollection(\"tasks\").find({\"$nor\": [{\"a\":1}]})`"
        );
        let long = how_to_see("tasks", &doc! { "a": "x".repeat(FILTER) });
        assert!(
            long.contains("[VALIDATOR]") && long.contains("after.validator"),
            "{long}"
        );
    }
}
