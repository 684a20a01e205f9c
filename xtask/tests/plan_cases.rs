//! Faults of other tools that compare a declared with a live state, each as a test of its kind
//! (CASES.md), and what else a plan must keep to.

#[path = "plan_cases/more.rs"]
mod more;
mod plan_support;

use bson::{Document, doc};
use plan_support::{as_listed, database, declared, execute, ids, live, make, server};
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

/// CASES 1.
#[test]
fn what_the_server_fills_into_a_collation_is_no_change() {
    for collation in [
        doc! { "locale": "en" },
        doc! { "locale": "en", "strength": 2 },
        doc! { "locale": "fr", "caseLevel": true, "numericOrdering": true },
        doc! { "locale": "de", "alternate": "shifted", "maxVariable": "space" },
    ] {
        let spec = doc! { "key": { "a": 1 }, "name": "a_1", "collation": collation };
        assert_eq!(
            ids(&plan_indexes(
                vec![spec.clone()],
                vec![as_listed(&spec, None)]
            )),
            [""; 0]
        );
    }
}

/// CASES 2.
#[test]
fn a_change_in_any_parameter_of_a_collation_is_a_change() {
    let before = doc! { "locale": "en", "strength": 2 };
    for after in [
        doc! { "locale": "de" },
        doc! { "strength": 1 },
        doc! { "caseLevel": true },
        doc! { "caseFirst": "upper" },
        doc! { "numericOrdering": true },
        doc! { "alternate": "shifted" },
        doc! { "maxVariable": "space" },
        doc! { "normalization": true },
        doc! { "backwards": true },
    ] {
        let mut collation = before.clone();
        collation.extend(after);
        let spec = |collation: &Document| doc! { "key": { "a": 1 }, "name": "a_1", "collation": collation };
        for (wanted, listed) in [(&before, &collation), (&collation, &before)] {
            let plan = plan_indexes(vec![spec(wanted)], vec![as_listed(&spec(listed), None)]);
            assert_eq!(plan.changes.len(), 1, "{wanted} and {listed}");
        }
    }
}

/// CASES 3.
#[test]
fn a_text_index_is_known_by_its_weights() {
    for spec in [
        doc! { "key": { "a": "text" }, "name": "t" },
        doc! { "key": { "a": "text", "b": "text" }, "name": "t" },
        doc! { "key": { "b": "text", "a": "text" }, "name": "t", "weights": { "b": 3 } },
        doc! { "key": { "x": 1, "a": "text", "y": -1 }, "name": "t", "weights": { "c": 3 }, "default_language": "none" },
    ] {
        assert_eq!(
            ids(&plan_indexes(
                vec![spec.clone()],
                vec![as_listed(&spec, None)]
            )),
            [""; 0]
        );
    }
}

/// CASES 4 and 5.
#[test]
fn versions_and_number_types_are_no_change() {
    let wanted = vec![
        doc! { "key": { "p": "2dsphere", "a": 1 }, "name": "geo" },
        doc! { "key": { "a": 1, "b": -1 }, "name": "ab", "expireAfterSeconds": 5 },
    ];
    let listed = vec![
        doc! { "v": 2.0, "key": { "p": "2dsphere", "a": 1.0 }, "name": "geo", "2dsphereIndexVersion": 4 },
        doc! { "v": 1, "key": { "a": 1_i64, "b": -1.0 }, "name": "ab", "expireAfterSeconds": 5.0, "ns": "x.tasks" },
    ];
    assert_eq!(ids(&plan_indexes(wanted, listed)), [""; 0]);
}

/// CASES 6.
#[test]
fn the_order_of_keys_is_part_of_the_index() {
    let wanted = doc! { "key": { "a": 1, "b": 1 }, "name": "ab" };
    let plan = plan_indexes(
        vec![wanted],
        vec![doc! { "v": 2, "key": { "b": 1, "a": 1 }, "name": "ba" }],
    );
    assert_eq!(ids(&plan), ["tasks/create_index/ab"]);
    assert_eq!(plan.unmanaged[0].index.as_deref(), Some("ba"));
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

/// CASES 10.
#[test]
fn the_values_of_a_ttl_are_compared() {
    for (wanted, listed, class) in [
        (0, 60, Class::Destructive),
        (60, 0, Class::Safe),
        (59, 60, Class::Destructive),
        (61, 60, Class::Safe),
    ] {
        let spec = |seconds: i32| doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": seconds };
        let plan = plan_indexes(vec![spec(wanted)], vec![spec(listed)]);
        assert_eq!(ids(&plan), ["tasks/modify_index/at_1"]);
        assert_eq!(plan.changes[0].class, class, "{listed} to {wanted}");
        let command =
            doc! { "collMod": "tasks", "index": { "name": "at_1", "expireAfterSeconds": wanted } };
        assert_eq!(text(&plan.changes[0].command), text(&command));
    }
}

/// CASES 11.
#[test]
fn an_index_is_found_by_what_it_is_and_called_by_its_live_name() {
    let plan = plan_indexes(
        vec![doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 5 }],
        vec![doc! { "v": 2, "key": { "at": 1 }, "name": "old", "expireAfterSeconds": 9 }],
    );
    assert_eq!(ids(&plan), ["tasks/modify_index/old"]);
    assert_eq!(
        text(&plan.changes[0].command),
        text(&doc! { "collMod": "tasks", "index": { "name": "old", "expireAfterSeconds": 5 } })
    );
}

/// CASES 11.
#[test]
fn partial_indexes_on_one_key_are_told_apart() {
    let on = |kind: &str, name: &str| doc! { "key": { "a": 1 }, "name": name, "partialFilterExpression": { "kind": kind } };
    let wanted = vec![on("x", "a_x"), on("y", "a_y"), on("z", "a_z")];
    let plan = plan_indexes(wanted, vec![on("y", "one"), on("x", "two")]);
    assert_eq!(ids(&plan), ["tasks/create_index/a_z"]);
    assert!(plan.unmanaged.is_empty());
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

/// CASES 17.
#[test]
fn a_ttl_is_changed_in_place_where_the_server_can() {
    let plan = plan_indexes(
        vec![doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 5 }],
        vec![doc! { "v": 2, "key": { "at": 1 }, "name": "at_1" }],
    );
    assert_eq!(ids(&plan), ["tasks/modify_index/at_1"]);
    assert_eq!(plan.changes[0].class, Class::Destructive);
}

/// CASES 18.
#[test]
fn an_expiry_of_zero_is_an_expiry() {
    let zero = doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 0 };
    let plan = plan_indexes(vec![zero.clone()], vec![]);
    assert_eq!(
        (plan.changes[0].class, plan.changes[0].status),
        (Class::Destructive, Status::Planned)
    );
    let plan = plan_indexes(
        vec![doc! { "key": { "at": 1 }, "name": "at_1" }],
        vec![zero],
    );
    assert_eq!(
        ids(&plan),
        ["tasks/modify_index/at_1", "tasks/replace_index/at_1"]
    );
}

/// CASES 1.
#[test]
fn an_index_without_a_collation_has_the_collections_in_a_declaration_and_none_in_a_listing() {
    let collation = doc! { "locale": "en", "strength": 2 };
    let wanted = database(vec![declared(
        "tasks",
        doc! { "collation": collation.clone() },
        vec![doc! { "key": { "a": 1 }, "name": "a_1" }],
    )]);
    let inherited = as_listed(
        &doc! { "key": { "a": 1 }, "name": "x" },
        Some(&collation.clone().into()),
    );
    let simple = doc! { "v": 2, "key": { "a": 1 }, "name": "x" };
    let state = |index| {
        server(vec![live(
            "tasks",
            doc! { "collation": collation.clone() },
            vec![index],
        )])
    };
    assert_eq!(ids(&make(&wanted, &state(inherited))), [""; 0]);
    assert_eq!(
        ids(&make(&wanted, &state(simple))),
        ["tasks/create_index/a_1"]
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

/// CASES 28.
#[test]
fn a_view_or_a_time_series_in_the_place_of_a_collection_blocks_it() {
    for kind in [
        LiveKind::View,
        LiveKind::TimeSeries,
        LiveKind::Other("queue".into()),
    ] {
        let mut state = server(vec![live("tasks", doc! {}, vec![])]);
        state.collections[0].kind = kind;
        let wanted = vec![declared(
            "tasks",
            doc! {},
            vec![doc! { "key": { "a": 1 }, "name": "a_1" }],
        )];
        let plan = make(&database(wanted), &state);
        assert_eq!(ids(&plan), ["tasks/create_collection/tasks"]);
        assert_eq!(statuses(&plan), [Status::Blocked]);
        assert!(plan.changes[0].notes[0].contains("by hand"));
    }
}

#[test]
fn a_validator_goes_straight_to_its_goal_only_where_there_are_no_documents() {
    let options = doc! { "validator": { "$jsonSchema": { "required": ["a"] } }, "validationLevel": "strict", "validationAction": "error" };
    let wanted = database(vec![declared("tasks", options.clone(), vec![])]);
    let mut state = server(vec![live(
        "tasks",
        doc! { "validationLevel": "off" },
        vec![],
    )]);
    let plan = make(&wanted, &state);
    assert_eq!(
        (plan.changes[0].class, plan.changes[0].status),
        (Class::Caution, Status::Planned)
    );
    // By stages: warn, then moderate, then the goal.
    let before: Vec<&Document> = plan.changes[0].preparation.iter().collect();
    let stage = |it: &Document| {
        let of = |name: &str| it.get_str(name).expect("a string").to_owned();
        (of("validationLevel"), of("validationAction"))
    };
    let stages: Vec<_> = before.into_iter().map(stage).collect();
    let expected = [("strict", "warn"), ("moderate", "error")];
    assert_eq!(
        stages,
        expected.map(|(level, action)| (level.into(), action.into()))
    );
    state.collections[0].has_documents = false;
    let plan = make(&wanted, &state);
    assert_eq!(
        (plan.changes[0].class, plan.changes[0].status),
        (Class::Safe, Status::Planned)
    );
    let mut command = doc! { "collMod": "tasks" };
    command.extend(options);
    assert_eq!(text(&plan.changes[0].command), text(&command));
    execute(&mut state, &wanted, &plan);
    assert!(make(&wanted, &state).in_sync());
}

#[test]
fn a_validator_that_is_no_longer_declared_is_removed() {
    let mut state = server(vec![live(
        "tasks",
        doc! { "validator": { "a": 1 }, "validationAction": "warn" },
        vec![],
    )]);
    state.collections[0].has_documents = false;
    let wanted = database(vec![declared("tasks", doc! {}, vec![])]);
    let plan = make(&wanted, &state);
    let command = doc! { "collMod": "tasks", "validator": {}, "validationLevel": "strict", "validationAction": "error" };
    assert_eq!(text(&plan.changes[0].command), text(&command));
    execute(&mut state, &wanted, &plan);
    assert!(make(&wanted, &state).in_sync());
}

/// CASES 10 and 17, of a collection's own expiry.
#[test]
fn other_options_are_changed_in_place_where_the_server_can() {
    let images = doc! { "changeStreamPreAndPostImages": { "enabled": true } };
    let capped = |size: i32, max: i32| doc! { "capped": true, "size": size, "max": max };
    let clustered = |seconds: i32| doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true }, "expireAfterSeconds": seconds };
    let mut endless = clustered(0);
    endless.remove("expireAfterSeconds");
    for (wanted, listed, command, class) in [
        (images.clone(), doc! {}, images.clone(), Class::Caution),
        (
            doc! {},
            images,
            doc! { "changeStreamPreAndPostImages": { "enabled": false } },
            Class::Caution,
        ),
        (
            capped(512, 9),
            capped(256, 9),
            doc! { "cappedSize": 512 },
            Class::Safe,
        ),
        (
            capped(256, 9),
            capped(512, 9),
            doc! { "cappedSize": 256 },
            Class::Destructive,
        ),
        (
            capped(256, 8),
            capped(256, 9),
            doc! { "cappedMax": 8 },
            Class::Destructive,
        ),
        (
            capped(256, 0),
            capped(256, 9),
            doc! { "cappedMax": 0 },
            Class::Safe,
        ),
        (
            capped(256, 9),
            capped(256, 0),
            doc! { "cappedMax": 9 },
            Class::Destructive,
        ),
        (
            clustered(9),
            clustered(5),
            doc! { "expireAfterSeconds": 9 },
            Class::Safe,
        ),
        (
            clustered(5),
            clustered(9),
            doc! { "expireAfterSeconds": 5 },
            Class::Destructive,
        ),
        (
            clustered(5),
            endless.clone(),
            doc! { "expireAfterSeconds": 5 },
            Class::Destructive,
        ),
        (
            endless,
            clustered(5),
            doc! { "expireAfterSeconds": "off" },
            Class::Safe,
        ),
    ] {
        let wanted = database(vec![declared("tasks", wanted, vec![])]);
        let mut state = server(vec![live("tasks", listed, vec![])]);
        let plan = make(&wanted, &state);
        let mut expected = doc! { "collMod": "tasks" };
        expected.extend(command);
        let change = &plan.changes[0];
        assert_eq!(text(&change.command), text(&expected));
        assert_eq!(
            (change.status, change.class),
            (Status::Planned, class),
            "{expected}"
        );
        execute(&mut state, &wanted, &plan);
        assert_eq!(ids(&make(&wanted, &state)), [""; 0], "{expected}");
    }
}

#[test]
fn options_that_the_server_cannot_change_are_blocked_with_a_remedy() {
    for wanted in [
        doc! { "capped": true, "size": 512 },
        doc! { "collation": { "locale": "en" } },
        doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true } },
    ] {
        let plan = make(
            &database(vec![declared("tasks", wanted.clone(), vec![])]),
            &server(vec![live("tasks", doc! {}, vec![])]),
        );
        assert_eq!(ids(&plan), ["tasks/modify_collection/tasks"], "{wanted}");
        assert_eq!(statuses(&plan), [Status::Blocked], "{wanted}");
        assert!(plan.changes[0].notes[0].contains("by hand"));
    }
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
