//! Faults of other tools that compare a declared with a live state, each as a test of its kind
//! (CASES.md), and what else a plan must keep to.

#[path = "plan_cases/comparing.rs"]
mod comparing;
#[path = "plan_cases/more.rs"]
mod more;
#[path = "plan_cases/options.rs"]
mod options;
mod plan_support;

use bson::{Document, doc};
use plan_support::{database, declared, execute, ids, live, make, server};
use schema_xtask::live::{LiveDatabase, LiveKind};
use schema_xtask::plan::{self, Action, Class, Plan, Scope, Status};

/// The plan for a collection with these indexes, declared and live.
fn plan_indexes(wanted: Vec<Document>, listed: Vec<Document>) -> Plan {
    make(
        &database(vec![declared("tasks", doc! {}, wanted)]),
        &server(vec![live("tasks", doc! {}, listed)]),
    )
}

fn statuses(plan: &Plan) -> Vec<Status> {
    plan.changes.iter().map(|change| change.status).collect()
}

/// Documents compare without regard to order, and a command's name must come first.
fn text(command: &Document) -> String {
    command.to_string()
}

/// CASES 7.
#[test]
fn the_second_plan_is_empty() {
    let wanted = database(vec![declared(
        "tasks",
        doc! { "validator": { "$jsonSchema": { "bsonType": "object", "required": ["b", "a"] } }, "collation": { "locale": "en" } },
        vec![
            doc! { "key": { "a": 1 }, "name": "a_1", "unique": true },
            doc! { "key": { "b": "text" }, "name": "b_text", "collation": { "locale": "simple" } },
            doc! { "key": { "a": 1 }, "name": "a_simple", "collation": { "locale": "simple" } },
            doc! { "key": { "t": 1 }, "name": "t_1", "expireAfterSeconds": 0 },
        ],
    )]);
    let mut state = LiveDatabase::default();
    let plan = make(&wanted, &state);
    assert_eq!(plan.summary().create, 5);
    assert!(
        plan.changes
            .iter()
            .all(|change| change.class == Class::Safe && change.status == Status::Planned)
    );
    execute(&mut state, &wanted, &plan);
    assert_eq!(ids(&make(&wanted, &state)), [""; 0]);
}

/// CASES 13.
#[test]
fn what_is_not_managed_is_reported_only() {
    let mut state = server(vec![
        live(
            "tasks",
            doc! {},
            vec![
                doc! { "v": 2, "key": { "a": 1 }, "name": "by_hand" },
                doc! { "v": 2, "key": { "b": 1 }, "name": "mine" },
            ],
        ),
        live(
            "foreign",
            doc! {},
            vec![doc! { "v": 2, "key": { "a": 1 }, "name": "a_1" }],
        ),
        live("retired", doc! {}, vec![]),
    ]);
    state.owned.indexes.insert(("tasks".into(), "mine".into()));
    state.owned.collections.insert("retired".into());
    let wanted = database(vec![declared("tasks", doc! {}, vec![])]);
    let plan = make(&wanted, &state);
    assert_eq!(
        ids(&plan),
        ["tasks/hide_index/mine", "tasks/drop_index/mine"]
    );
    assert!(plan.changes.iter().all(|it| it.class == Class::Destructive));
    assert_eq!(statuses(&plan), [Status::Planned, Status::Held]);
    let left: Vec<_> = plan
        .unmanaged
        .iter()
        .map(|left| (left.collection.as_str(), left.index.as_deref()))
        .collect();
    assert_eq!(
        left,
        [
            ("tasks", Some("by_hand")),
            ("foreign", None),
            ("retired", None)
        ]
    );
    let scope = Scope {
        only: vec!["foreign".into()],
        ..Scope::default()
    };
    let only = plan::make(&wanted, &state, "tracker", &scope);
    assert_eq!((only.changes.len(), only.unmanaged.len()), (0, 1));
    assert!(only.in_sync() && !plan.in_sync());
}

/// CASES 14.
#[test]
fn what_is_new_comes_before_what_goes() {
    let mut state = server(vec![live(
        "tasks",
        doc! {},
        vec![
            doc! { "v": 2, "key": { "z": 1 }, "name": "a" },
            doc! { "v": 2, "key": { "h": 1 }, "name": "h", "hidden": true },
            doc! { "v": 2, "key": { "p": "2d" }, "name": "p" },
        ],
    )]);
    state.owned.indexes.insert(("tasks".into(), "a".into()));
    let wanted = vec![
        doc! { "key": { "p": "2d" }, "name": "p", "bits": 20 },
        doc! { "key": { "b": 1 }, "name": "a" },
        doc! { "key": { "h": 1 }, "name": "h" },
    ];
    let options = doc! { "validator": { "a": 1 } };
    let plan = make(&database(vec![declared("tasks", options, wanted)]), &state);
    let actions: Vec<Action> = plan.changes.iter().map(|change| change.action).collect();
    assert_eq!(
        actions,
        [
            Action::SetValidator,
            Action::ModifyIndex,
            Action::CreateIndex,
            Action::ReplaceIndex,
            Action::HideIndex,
            Action::DropIndex
        ]
    );
}

/// CASES 8, 28.
#[test]
fn the_servers_own_indexes_are_left_alone() {
    let mut series = live(
        "events",
        doc! { "timeseries": { "timeField": "t", "metaField": "m" } },
        vec![],
    );
    series.kind = LiveKind::TimeSeries;
    series.indexes = vec![doc! { "v": 2, "key": { "m": 1, "t": 1 }, "name": "m_1_t_1" }];
    let mut clustered = live(
        "logs",
        doc! { "clusteredIndex": { "v": 2, "key": { "_id": 1 }, "name": "by_id", "unique": true } },
        vec![],
    );
    clustered.indexes = vec![
        doc! { "v": 2, "key": { "_id": 1 }, "name": "by_id", "unique": true, "clustered": true },
    ];
    let wanted = database(vec![
        declared(
            "events",
            doc! { "timeseries": { "timeField": "t", "metaField": "m" } },
            vec![],
        ),
        declared(
            "logs",
            doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true, "name": "by_id" } },
            vec![],
        ),
    ]);
    let plan = make(&wanted, &server(vec![series, clustered]));
    assert_eq!((plan.changes.len(), plan.unmanaged.len()), (0, 0));
}

#[test]
fn a_unique_build_over_documents_is_told_apart() {
    let spec = doc! { "key": { "a": 1 }, "name": "a_1", "unique": true };
    let plan = plan_indexes(vec![spec.clone()], vec![]);
    assert_eq!(
        (plan.changes[0].class, plan.changes[0].status),
        (Class::Caution, Status::Planned)
    );
    let plan = plan_indexes(vec![doc! { "key": { "a": 1 }, "name": "a_1" }], vec![]);
    assert_eq!(plan.changes[0].class, Class::Safe);
    assert!(plan.changes[0].notes[0].contains("takes time"));
}

#[test]
fn a_name_that_a_replacement_frees_is_not_given_away_before() {
    let wanted = vec![
        doc! { "key": { "p": "2d" }, "name": "q", "bits": 20 },
        doc! { "key": { "b": 1 }, "name": "p" },
    ];
    let plan = plan_indexes(
        wanted,
        vec![doc! { "v": 2, "key": { "p": "2d" }, "name": "p" }],
    );
    assert!(
        ids(&plan)[0].starts_with("tasks/create_index/p_"),
        "{:?}",
        ids(&plan)
    );
    assert_eq!(ids(&plan)[1], "tasks/replace_index/p");
}
