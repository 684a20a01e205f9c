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
        "`check --only tasks` tells what is wrong with each; list them by `db.getCollection(\"tasks\").find({\"$nor\": [{\"a\":1}]})`"
    );
    let long = how_to_see("tasks", &doc! { "a": "x".repeat(FILTER) });
    assert!(
        long.contains("[VALIDATOR]") && long.contains("after.validator"),
        "{long}"
    );
}
