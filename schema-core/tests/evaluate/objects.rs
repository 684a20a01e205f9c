//! What is asked of objects.

use bson::{Document, doc, rawdoc};
use schema_core::evaluate::Validator;

use crate::holds;

#[test]
fn a_closed_object_names_all_of_its_fields() {
    let closed = || doc! { "properties": { "_id": {}, "a": {} }, "additionalProperties": false };
    assert!(holds(closed(), doc! { "_id": 1, "a": 1 }));
    assert!(!holds(closed(), doc! { "_id": 1, "b": 1 }));
    // As it is often forgotten, every stored document is refused.
    assert!(!holds(
        doc! { "properties": { "a": {} }, "additionalProperties": false },
        doc! { "_id": 1 }
    ));
}

#[test]
fn additional_properties_are_those_that_nothing_names() {
    let schema = doc! {
        "properties": { "a": { "bsonType": "int" } },
        "patternProperties": { "^n_": { "bsonType": "int" } },
        "additionalProperties": { "bsonType": "string" },
    };
    assert!(holds(
        schema.clone(),
        doc! { "a": 1, "n_x": 1, "other": "text" }
    ));
    assert!(!holds(schema.clone(), doc! { "n_x": "text" }));
    assert!(!holds(schema.clone(), doc! { "other": 1 }));
    assert!(!holds(schema, doc! { "xn_": 1 }));
}

#[test]
fn pattern_properties_are_asked_beside_properties() {
    let schema = doc! {
        "properties": { "foo": { "bsonType": "int" } },
        "patternProperties": { "o": { "minimum": 5 }, "f": { "maximum": 9 } },
    };
    assert!(holds(schema.clone(), doc! { "foo": 6 }));
    assert!(!holds(schema.clone(), doc! { "foo": 4 }));
    assert!(!holds(schema, doc! { "foo": 10 }));
}

#[test]
fn the_number_of_properties_counts_the_id() {
    assert!(holds(
        doc! { "maxProperties": 2 },
        doc! { "_id": 1, "a": 1 }
    ));
    assert!(!holds(
        doc! { "maxProperties": 1 },
        doc! { "_id": 1, "a": 1 }
    ));
    assert!(holds(doc! { "minProperties": 1 }, doc! { "_id": 1 }));
    assert!(!holds(doc! { "minProperties": 1.0 }, doc! {}));
}

#[test]
fn dependencies_of_both_kinds() {
    let names = || doc! { "dependencies": { "a": ["b", "c"] } };
    assert!(holds(names(), doc! {}));
    assert!(holds(names(), doc! { "a": 1, "b": 1, "c": null }));
    assert!(!holds(names(), doc! { "a": null, "b": 1 }));
    let schema = || doc! { "dependencies": { "a": { "properties": { "b": { "minimum": 5 } } } } };
    assert!(holds(schema(), doc! { "b": 1 }));
    assert!(!holds(schema(), doc! { "a": 1, "b": 1 }));
}

#[test]
fn the_top_is_an_object_whatever_is_said_of_it() {
    assert!(!holds(doc! { "bsonType": "string" }, doc! {}));
    assert!(!holds(doc! { "enum": [1, "a"] }, doc! { "a": 1 }));
    assert!(holds(doc! { "enum": [{ "a": 1 }] }, doc! { "a": 1_i64 }));
    assert!(holds(
        doc! { "minimum": 5, "maxLength": 0, "items": { "bsonType": "int" } },
        doc! { "a": 1 }
    ));
    assert!(holds(doc! {}, doc! { "a": 1 }));
}

/// As the server's own paths do.
#[test]
fn of_a_name_that_is_there_twice_the_first_is_looked_at() {
    let mut twice = rawdoc! { "a": 1 };
    twice.append(bson::cstr!("a"), "text");
    let validator = |schema: Document| Validator::of_schema(&schema).unwrap();
    let int = validator(doc! { "properties": { "a": { "bsonType": "int" } } });
    assert!(int.is_valid(twice.as_bytes()).unwrap());
    let string = validator(doc! { "properties": { "a": { "bsonType": "string" } } });
    assert!(!string.is_valid(twice.as_bytes()).unwrap());
    // Patterns are asked of each.
    let pattern = validator(doc! { "patternProperties": { "a": { "bsonType": "int" } } });
    assert!(!pattern.is_valid(twice.as_bytes()).unwrap());
}

#[test]
fn thousands_of_names_at_one_level() {
    for count in [63, 64, 65, 1024, 1025, 3000] {
        let names: Vec<String> = (0..count).map(|at| format!("f{at}")).collect();
        let int = |name: &String| (name.clone(), doc! { "bsonType": "int" }.into());
        let schema = doc! {
            "properties": names.iter().map(int).collect::<Document>(),
            "required": &names, "additionalProperties": false,
        };
        let document = |names: &[String]| {
            names
                .iter()
                .rev()
                .map(|it| (it.clone(), 1.into()))
                .collect()
        };
        assert!(holds(schema.clone(), document(&names)));
        assert!(!holds(schema, document(&names[1..])));
    }
}
