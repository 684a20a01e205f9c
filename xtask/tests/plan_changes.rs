//! How each change comes about: what is prepared for it, what it waits for, and what it leaves alone.

mod plan_support;

use std::time::Duration;

use bson::{DateTime, Document, doc};
use plan_support::{database, declared, ids, live, make, server};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::live::{LiveDatabase, Topology};
use schema_xtask::plan::{
    self, Action, Change, Class, DECLARATION, HIDDEN_SINCE, Plan, Scope, Status,
};

fn index(path: &str) -> Document {
    doc! { "key": { path: 1 }, "name": path }
}

fn with(path: &str, more: Document) -> Document {
    let mut spec = index(path);
    spec.extend(more);
    spec
}

fn tasks(indexes: Vec<Document>) -> DeclaredDatabase {
    database(vec![declared("tasks", doc! {}, indexes)])
}

fn server_with(indexes: Vec<Document>) -> LiveDatabase {
    server(vec![live("tasks", doc! {}, indexes)])
}

/// A state in which all indexes are this tool's own.
fn own(indexes: Vec<Document>) -> LiveDatabase {
    let mut state = server_with(indexes);
    let specs = state.collections[0].indexes.iter();
    let names =
        specs.filter_map(|spec| Some(("tasks".to_owned(), spec.get_str("name").ok()?.to_owned())));
    state.owned.indexes = names.collect();
    state
}

fn states(plan: &Plan) -> Vec<(Action, Class, Status)> {
    let changes = plan.changes.iter();
    changes.map(|it| (it.action, it.class, it.status)).collect()
}

fn commands(change: &Change) -> Vec<String> {
    let all = change.preparation.iter().chain([&change.command]);
    all.map(ToString::to_string).collect()
}

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The state of a retirement that began under this declaration.
fn begun(state: &mut LiveDatabase, declaration: &DeclaredCollection, days_ago: i64) {
    state.now = DateTime::from_millis(1000 * DAY);
    let since = DateTime::from_millis((1000 - days_ago) * DAY);
    let recorded = doc! { HIDDEN_SINCE: since, DECLARATION: plan::declaration(declaration) };
    state
        .owned
        .states
        .insert(("tasks".into(), Some("a".into())), recorded);
}

/// CASES 22.
#[test]
fn a_retirement_goes_on_from_where_it_stands() {
    use Status::{Held, Planned};
    let wanted = tasks(vec![]);
    let declaration = &wanted.collections[0];
    let hidden = || with("a", doc! { "hidden": true });
    let hide = (Action::HideIndex, Class::Destructive, Planned);
    let drop = |status| (Action::DropIndex, Class::Destructive, status);

    assert_eq!(
        states(&make(&wanted, &own(vec![index("a")]))),
        [hide, drop(Held)]
    );
    assert_eq!(
        states(&make(&wanted, &own(vec![hidden()]))),
        [hide, drop(Held)]
    );
    for (days, status) in [(0, Held), (6, Held), (7, Planned), (-1, Held)] {
        let mut state = own(vec![hidden()]);
        begun(&mut state, declaration, days);
        assert_eq!(states(&make(&wanted, &state)), [drop(status)], "{days}");
    }
    let mut wanted_back = own(vec![index("a")]);
    begun(&mut wanted_back, declaration, 9);
    assert_eq!(states(&make(&wanted, &wanted_back)), [drop(Held)]);
    let another = declared("tasks", doc! {}, vec![index("z")]);
    begun(&mut wanted_back, &another, 9);
    assert_eq!(states(&make(&wanted, &wanted_back)), [hide, drop(Held)]);
}

#[test]
fn without_a_time_to_watch_it_goes_at_once() {
    let scope = Scope {
        hide_for: Duration::ZERO,
        ..Scope::default()
    };
    let plan = plan::make(&tasks(vec![]), &own(vec![index("a")]), "tracker", &scope);
    assert_eq!(
        states(&plan),
        [(Action::DropIndex, Class::Destructive, Status::Planned)]
    );
}

/// CASES 22.
#[test]
fn what_refuses_writes_is_never_hidden_first() {
    for more in [doc! { "unique": true }, doc! { "prepareUnique": true }] {
        let plan = make(&tasks(vec![]), &own(vec![with("a", more)]));
        assert_eq!(
            states(&plan),
            [(Action::DropIndex, Class::Destructive, Status::Planned)]
        );
    }
}

#[test]
fn an_expiry_is_put_off_without_loss_and_by_its_own_name() {
    let plan = make(
        &tasks(vec![]),
        &own(vec![with("a", doc! { "expireAfterSeconds": 5 })]),
    );
    assert_eq!(plan.changes[0].class, Class::Safe);
    let put_off =
        doc! { "collMod": "tasks", "index": { "name": "a", "expireAfterSeconds": i32::MAX } };
    assert_eq!(commands(&plan.changes[0]), [put_off.to_string()]);
    let actions: Vec<Action> = plan.changes.iter().map(|it| it.action).collect();
    assert_eq!(
        actions,
        [Action::ModifyIndex, Action::HideIndex, Action::DropIndex]
    );
}

/// What the server can hold: 64, whoever made them.
#[test]
fn no_more_indexes_are_planned_than_the_server_holds() {
    let many = (0..62).map(|number| index(&format!("f{number}"))).collect();
    let plan = make(
        &tasks(vec![index("x"), index("y"), index("z")]),
        &server_with(many),
    );
    let statuses: Vec<Status> = plan.changes.iter().map(|it| it.status).collect();
    assert_eq!(
        statuses,
        [Status::Planned, Status::Blocked, Status::Blocked]
    );
    let note = plan.changes[1].notes.last().expect("a note");
    assert!(
        note.contains("has 64 indexes and the server allows 64"),
        "{note}"
    );
    assert!(
        note.contains("62 of them are not this tool's own"),
        "{note}"
    );
}

/// CASES 14, where there is no room for the new beside the old.
#[test]
fn a_full_collection_loses_no_index_before_its_successor_can_be_built() {
    let numbered = |more: Document| (0..63).map(move |at| with(&format!("f{at}"), more.clone()));
    let wanted = numbered(doc! { "sparse": true });
    let scope = Scope {
        hide_for: Duration::ZERO,
        ..Scope::default()
    };
    let state = own(numbered(doc! {}).collect());
    let plan = plan::make(&tasks(wanted.collect()), &state, "tracker", &scope);
    let replaced = (Action::ReplaceIndex, Class::Destructive, Status::Planned);
    assert_eq!(states(&plan), vec![replaced; 63]);
    let first = &plan.changes[0];
    assert!(
        first.notes[0].contains("as many indexes as the server allows"),
        "{:?}",
        first.notes
    );
    assert_eq!(
        commands(first),
        [
            doc! { "dropIndexes": "tasks", "index": "f0" },
            doc! { "createIndexes": "tasks", "indexes": [with("f0", doc! { "sparse": true })] },
        ]
        .map(|it| it.to_string())
    );

    // Nobody's index is taken for the old one, and what serves other queries makes no room.
    let by_hand = server_with(numbered(doc! {}).collect());
    let plan = plan::make(
        &tasks(vec![with("f0", doc! { "sparse": true })]),
        &by_hand,
        "tracker",
        &scope,
    );
    assert_eq!(
        states(&plan),
        [(Action::CreateIndex, Class::Safe, Status::Blocked)]
    );
    let mut wanted: Vec<Document> = numbered(doc! {}).take(62).collect();
    wanted.push(index("other"));
    let plan = plan::make(&tasks(wanted), &state, "tracker", &scope);
    assert_eq!(
        states(&plan),
        [
            (Action::CreateIndex, Class::Safe, Status::Blocked),
            (Action::DropIndex, Class::Destructive, Status::Planned),
        ]
    );
}

/// CASES 15.
#[test]
fn what_is_managed_elsewhere_counts_and_is_left_alone() {
    let mut wanted = tasks(vec![with("a", doc! { "hidden": true })]);
    wanted.collections[0].external_indexes = vec!["ops_*".into()];
    wanted.external = vec!["legacy_*".into()];
    let ops = |path: &str| doc! { "key": { path: 1 }, "name": format!("ops_{path}") };
    let mut state = server_with(vec![ops("a"), ops("b")]);
    state.collections.push(live("legacy_x", doc! {}, vec![]));
    state
        .owned
        .elsewhere
        .insert(("tasks".into(), Some("c".into())), "other".into());
    state.collections[0].indexes.push(index("c"));
    let scope = Scope {
        prune: true,
        ..Scope::default()
    };
    let plan = plan::make(&wanted, &state, "tracker", &scope);
    assert_eq!(ids(&plan), ["tasks/modify_index/ops_a"]);
    assert_eq!(plan.changes[0].status, Status::Blocked);
    assert!(plan.unmanaged.is_empty(), "{:?}", plan.unmanaged);
}

#[test]
fn a_server_that_cannot_convert_builds_the_unique_one_beside() {
    let unique = with("a", doc! { "unique": true });
    let mut state = own(vec![index("a")]);
    state.facts.version = (5, 0, 9);
    let plan = make(&tasks(vec![unique.clone()]), &state);
    let actions: Vec<Action> = plan.changes.iter().map(|it| it.action).collect();
    assert_eq!(
        actions,
        [Action::CreateIndex, Action::HideIndex, Action::DropIndex]
    );
    assert!(plan.changes[0].preparation.is_empty());
    // A newer server whose features are held back is as old as those.
    state.facts.version = (8, 0, 0);
    state.facts.fcv = Some((5, 0));
    assert_eq!(
        make(&tasks(vec![unique]), &state).changes[0].action,
        Action::CreateIndex
    );
}

#[test]
fn a_ttl_comes_in_place_only_where_the_server_can() {
    let mut state = own(vec![index("a")]);
    state.facts.version = (5, 0, 0);
    let plan = make(
        &tasks(vec![with("a", doc! { "expireAfterSeconds": 5 })]),
        &state,
    );
    assert_eq!(ids(&plan), ["tasks/replace_index/a"]);
}

#[test]
fn what_the_server_wants_by_itself_is_prepared() {
    let live = with("a", doc! { "prepareUnique": true });
    let plan = make(
        &tasks(vec![with("a", doc! { "hidden": true })]),
        &server_with(vec![live]),
    );
    let of = |settings: Document| {
        let mut index = doc! { "name": "a" };
        index.extend(settings);
        doc! { "collMod": "tasks", "index": index }.to_string()
    };
    assert_eq!(
        commands(&plan.changes[0]),
        [
            of(doc! { "prepareUnique": false }),
            of(doc! { "hidden": true })
        ]
    );
}

/// C11: the server refuses `collMod` while an index is built.
#[test]
fn nothing_else_is_changed_while_an_index_is_built_and_the_build_is_joined() {
    let mut state = server_with(vec![index("a")]);
    state.collections[0].building = vec![index("b")];
    let wanted = vec![with("a", doc! { "hidden": true }), index("b")];
    let plan = make(&tasks(wanted), &state);
    assert_eq!(ids(&plan), ["tasks/modify_index/a", "tasks/create_index/b"]);
    let statuses: Vec<Status> = plan.changes.iter().map(|it| it.status).collect();
    assert_eq!(statuses, [Status::Held, Status::Planned]);
    assert!(plan.changes[1].notes[0].contains("being built already"));
}

/// CASES 14: whatever keeps the new one from being built keeps the old one.
#[test]
fn nothing_goes_before_what_takes_its_place_is_there() {
    let wanted = tasks(vec![doc! { "key": { "a": 1, "b": 1 }, "name": "ab" }]);
    let mut plan = make(&wanted, &own(vec![index("a"), index("z")]));
    plan.changes[0].status = Status::Held;
    plan::hold_dependents(&mut plan.changes);
    let of = |name: &str| {
        let mut changes = plan.changes.iter();
        let hide =
            changes.find(|it| it.action == Action::HideIndex && it.index.as_deref() == Some(name));
        hide.expect("a change").status
    };
    assert_eq!((of("a"), of("z")), (Status::Held, Status::Planned));
}

fn sharded(key: Document) -> (DeclaredDatabase, LiveDatabase) {
    let mut wanted = tasks(vec![index("t")]);
    wanted.collections[0].shard_key = Some(key);
    (wanted, server_with(vec![index("t")]))
}

#[test]
fn a_shard_key_is_passed_over_where_there_are_no_shards() {
    let (wanted, state) = sharded(doc! { "t": 1 });
    let plan = make(&wanted, &state);
    assert!(plan.changes.is_empty() && plan.in_sync());
    assert!(
        plan.notes[0].contains("not a sharded cluster"),
        "{:?}",
        plan.notes
    );
}

#[test]
fn a_collection_is_sharded_once_and_after_its_index() {
    let (wanted, mut state) = sharded(doc! { "t": 1 });
    state.facts.topology = Topology::Sharded;
    let fresh = make(
        &wanted,
        &LiveDatabase {
            facts: state.facts.clone(),
            ..LiveDatabase::default()
        },
    );
    let actions: Vec<Action> = fresh.changes.iter().map(|it| it.action).collect();
    assert_eq!(
        actions,
        [
            Action::CreateCollection,
            Action::CreateIndex,
            Action::ShardCollection
        ]
    );
    let plan = make(&wanted, &state);
    let command = doc! { "shardCollection": "tracker.tasks", "key": { "t": 1 } };
    assert_eq!(commands(&plan.changes[0]), [command.to_string()]);
    state.collections[0].shard_key = Some(doc! { "t": 1.0 });
    assert!(make(&wanted, &state).changes.is_empty());
    state.collections[0].shard_key = Some(doc! { "u": 1 });
    let plan = make(&wanted, &state);
    assert_eq!(
        states(&plan),
        [(Action::ShardCollection, Class::Destructive, Status::Blocked)]
    );
    assert!(plan.changes[0].notes[0].contains("by hand"));
}

/// F6: the server neither hides nor drops the last index that serves the shard key.
#[test]
fn the_last_index_of_a_shard_key_stays() {
    let mut state = own(vec![index("t")]);
    state.collections[0].shard_key = Some(doc! { "t": 1 });
    assert_eq!(states(&make(&tasks(vec![]), &state))[0].2, Status::Blocked);
    let longer = doc! { "key": { "t": 1, "a": 1 }, "name": "ta" };
    state.collections[0].indexes.push(longer.clone());
    assert_eq!(
        states(&make(&tasks(vec![longer]), &state))[0].2,
        Status::Planned
    );
}
