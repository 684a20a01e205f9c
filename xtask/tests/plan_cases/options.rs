//! Kinds, validators and other options of collections.

use bson::{Document, doc};
use schema_xtask::live::LiveKind;
use schema_xtask::plan::{Class, Status};

use super::{statuses, text};
use crate::plan_support::{database, declared, execute, ids, live, make, server};

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
