//! Names with dots, which the server takes for paths; `additionalProperties` takes them for names.

use bson::doc;

use crate::holds;

#[test]
fn a_path_through_objects() {
    let schema = || doc! { "properties": { "a.b": { "bsonType": "int", "minimum": 5 } } };
    assert!(holds(schema(), doc! { "a": { "b": 5 } }));
    assert!(holds(schema(), doc! { "a": { "c": 5 } }));
    assert!(holds(schema(), doc! { "a": 5 }));
    assert!(!holds(schema(), doc! { "a": { "b": 4 } }));
    assert!(!holds(schema(), doc! { "a": { "b": "x" } }));
    // The name itself is never looked at.
    assert!(holds(schema(), doc! { "a.b": "x" }));
}

/// The stated type is one: the bound is asked for as it stands.
#[test]
fn through_an_array_one_value_suffices() {
    let schema = || doc! { "properties": { "a.b": { "bsonType": "int", "minimum": 5 } } };
    assert!(holds(schema(), doc! { "a": [{ "b": 1 }, { "b": 5 }] }));
    assert!(!holds(schema(), doc! { "a": [{ "b": 1 }, { "b": 2 }] }));
    assert!(holds(schema(), doc! { "a": [] }));
    // Each keyword finds its own value.
    assert!(holds(schema(), doc! { "a": [{ "b": 1 }, { "b": 5.5 }] }));
    let not = doc! { "properties": { "a.b": { "not": { "bsonType": "int" } } } };
    assert!(!holds(not, doc! { "a": [{ "b": "x" }, { "b": 1 }] }));
}

#[test]
fn without_a_stated_type_a_keyword_asks_only_where_there_is_one() {
    let schema = || doc! { "properties": { "a.b": { "minimum": 5 } } };
    assert!(holds(schema(), doc! { "a": [{ "b": "x" }] }));
    assert!(!holds(schema(), doc! { "a": [{ "b": "x" }, { "b": 1 }] }));
    assert!(holds(schema(), doc! { "a": [{ "b": 1 }, { "b": 7 }] }));
}

#[test]
fn required_and_dependencies_take_paths() {
    assert!(holds(
        doc! { "required": ["a.b"] },
        doc! { "a": { "b": null } }
    ));
    assert!(holds(
        doc! { "required": ["a.b"] },
        doc! { "a": [1, { "b": 1 }] }
    ));
    assert!(holds(doc! { "required": ["a.0"] }, doc! { "a": [1] }));
    assert!(!holds(doc! { "required": ["a.1"] }, doc! { "a": [1] }));
    assert!(!holds(doc! { "required": ["a.b"] }, doc! { "a.b": 1 }));
    let schema = || doc! { "dependencies": { "a.b": ["c.d"] } };
    assert!(!holds(schema(), doc! { "a": { "b": 1 } }));
    assert!(holds(schema(), doc! { "a": { "b": 1 }, "c": { "d": 1 } }));
    assert!(holds(schema(), doc! { "a.b": 1 }));
}

#[test]
fn additional_properties_take_the_name() {
    let schema = || doc! { "properties": { "a.b": {} }, "additionalProperties": false };
    assert!(holds(schema(), doc! { "a.b": 1 }));
    assert!(!holds(schema(), doc! { "a": { "b": 1 } }));
}
