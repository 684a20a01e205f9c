//! What is a difference of two indexes, and what is none.

use bson::{Document, doc};
use schema_xtask::plan::{Class, Status};

use super::{plan_indexes, text};
use crate::plan_support::{as_listed, database, declared, ids, live, make, server};

/// What the server lists of it is no change.
fn is_as_listed(spec: &Document) {
    let plan = plan_indexes(vec![spec.clone()], vec![as_listed(spec, None)]);
    assert_eq!(ids(&plan), [""; 0], "{spec}");
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
        is_as_listed(&spec);
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
        is_as_listed(&spec);
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
