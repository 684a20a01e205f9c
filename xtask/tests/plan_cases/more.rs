//! Names, numbers, `_id`, and validators.

use bson::{Bson, Document, doc};
use schema_xtask::live::LiveDatabase;
use schema_xtask::plan::{self, Action, Plan, Scope};

use super::plan_indexes;
use crate::plan_support::{database, declared, execute, ids, live, make, server};

/// The plan for a collection with these options, declared and live.
fn plan_options(wanted: Document, listed: Document) -> Plan {
    make(
        &database(vec![declared("tasks", wanted, vec![])]),
        &server(vec![live("tasks", listed, vec![])]),
    )
}

fn validated(schema: Document) -> Document {
    doc! { "validator": { "$jsonSchema": schema } }
}

/// CASES 5, of options and validators.
#[test]
fn numbers_of_options_and_validators_compare_as_numbers() {
    let numbers = |of: fn(i32) -> Bson| {
        [
            doc! { "capped": true, "size": of(4096), "max": of(9) },
            doc! { "collation": { "locale": "en", "strength": of(2) } },
            doc! { "clusteredIndex": { "key": { "_id": of(1) }, "unique": true }, "expireAfterSeconds": of(60) },
            validated(doc! { "properties": { "n": { "minimum": of(1), "enum": [of(1), of(2)] } } }),
            validated(
                doc! { "maxProperties": of(4), "properties": { "a": { "maxItems": of(3) } } },
            ),
        ]
    };
    let forms: [fn(i32) -> Bson; 3] = [
        Bson::Int32,
        |number| Bson::Int64(number.into()),
        |number| Bson::Double(number.into()),
    ];
    for wanted in forms {
        for listed in forms {
            for (wanted, listed) in numbers(wanted).into_iter().zip(numbers(listed)) {
                let what = format!("{wanted} and {listed}");
                assert_eq!(ids(&plan_options(wanted, listed)), [""; 0], "{what}");
            }
        }
    }
}

/// CASES 8: `_id_` is the server's, whatever it looks like and however much else goes.
#[test]
fn the_index_on_id_is_left_alone() {
    let pruned = Scope {
        prune: true,
        ..Scope::default()
    };
    for id in [
        doc! { "v": 1, "key": { "_id": 1 }, "name": "_id_", "ns": "tracker.tasks" },
        doc! { "v": 2, "key": { "_id": 1.0 }, "name": "_id_" },
        doc! { "v": 2, "key": { "_id": 1 }, "name": "_id_", "collation": { "locale": "en", "strength": 2 } },
        doc! { "v": 2, "key": { "_id": 1 }, "name": "_id_", "unique": true },
    ] {
        let mut state = server(vec![live("tasks", doc! {}, vec![])]);
        state.collections[0].indexes = vec![id.clone()];
        state.owned.indexes.insert(("tasks".into(), "_id_".into()));
        let wanted = database(vec![declared("tasks", doc! {}, vec![])]);
        let plan = plan::make(&wanted, &state, "tracker", &pruned);
        assert_eq!(ids(&plan), [""; 0], "{id}");
        assert!(plan.unmanaged.is_empty(), "{id}");
    }
}

/// CASES 9: the server has no limit, and what is made up is short and the same at every run.
#[test]
fn a_long_name_is_kept_and_a_made_up_one_is_short() {
    let long = "a".repeat(300);
    let wanted = doc! { "key": { "a": 1 }, "name": &long };
    let plan = plan_indexes(vec![wanted.clone()], vec![]);
    assert_eq!(plan.changes[0].index.as_deref(), Some(&*long));
    let taken = doc! { "v": 2, "key": { "b": 1 }, "name": &long };
    let names = [(); 2].map(|()| {
        let plan = plan_indexes(vec![wanted.clone()], vec![taken.clone()]);
        plan.changes[0].index.clone().expect("a name")
    });
    assert_eq!(names[0], names[1]);
    assert!(names[0].starts_with(&long));
    assert_eq!(names[0].len(), long.len() + "_0a1b2c3d".len());
}

/// CASES 15: of a collection that somebody else declares, nothing is changed by way of cleaning up.
#[test]
fn the_index_of_another_declarer_is_left_even_where_all_else_is_pruned() {
    let theirs = doc! { "v": 2, "key": { "a": 1 }, "name": "a_1" };
    let mut state = server(vec![live("tasks", doc! {}, vec![theirs])]);
    let index = ("tasks".to_owned(), Some("a_1".to_owned()));
    state.owned.elsewhere.insert(index, "billing".into());
    let scope = Scope {
        prune: true,
        ..Scope::default()
    };
    let wanted = database(vec![declared("tasks", doc! {}, vec![])]);
    let plan = plan::make(&wanted, &state, "tracker", &scope);
    assert_eq!(ids(&plan), [""; 0]);
}

/// CASES 16: whatever two indexes of one key differ in, no step meets a conflict (the server of these
/// tests panics with its code), and the way ends at what is declared.
#[test]
fn whatever_the_difference_no_step_meets_a_conflict() {
    let with = |more: Document| {
        let mut spec = doc! { "key": { "p": 1 }, "name": "it" };
        spec.extend(more);
        spec
    };
    let mut specs: Vec<Document> = [
        doc! {},
        doc! { "unique": true },
        doc! { "sparse": true },
        doc! { "hidden": true },
        doc! { "expireAfterSeconds": 60 },
        doc! { "expireAfterSeconds": 0 },
        doc! { "partialFilterExpression": { "a": 1 } },
        doc! { "partialFilterExpression": { "a": 2 } },
        doc! { "collation": { "locale": "en" } },
        doc! { "unique": true, "collation": { "locale": "en", "strength": 2 } },
        doc! { "key": { "p": -1 } },
        doc! { "key": { "q": 1 } },
        doc! { "key": { "p": "2d" } },
        doc! { "key": { "p": "2d" }, "bits": 20 },
        doc! { "key": { "p": "2dsphere" } },
        doc! { "key": { "p": "text" } },
        doc! { "key": { "p": "text" }, "weights": { "p": 5 } },
        doc! { "key": { "p": "text", "q": "text" }, "default_language": "german" },
        doc! { "key": { "$**": 1 } },
        doc! { "key": { "$**": 1 }, "wildcardProjection": { "a": 1 } },
    ]
    .map(with)
    .into();
    let mut renamed = specs.clone();
    for spec in &mut renamed {
        spec.insert("name", "another");
    }
    specs.extend(renamed);
    for before in &specs {
        for after in &specs {
            arrive(before, after);
        }
    }
}

fn arrive(before: &Document, after: &Document) {
    let declared = |spec: &Document| database(vec![declared("tasks", doc! {}, vec![spec.clone()])]);
    let mut state = LiveDatabase::default();
    let (before, after) = (declared(before), declared(after));
    let plan = make(&before, &state);
    execute(&mut state, &before, &plan);
    state.collections[0].has_documents = true;
    let scope = Scope {
        hide_for: std::time::Duration::ZERO,
        ..Scope::default()
    };
    let plan = plan::make(&after, &state, "tracker", &scope);
    execute(&mut state, &after, &plan);
    let left = plan::make(&after, &state, "tracker", &scope);
    assert_eq!(ids(&left), [""; 0], "{:?}", plan.changes);
}

/// CASES 18, of a collection's own expiry.
#[test]
fn a_collections_expiry_of_zero_is_an_expiry() {
    let clustered = doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true } };
    let mut zero = clustered.clone();
    zero.insert("expireAfterSeconds", 0);
    for (wanted, listed, seconds) in [
        (&zero, &clustered, Bson::Int32(0)),
        (&clustered, &zero, Bson::from("off")),
    ] {
        let plan = plan_options(wanted.clone(), listed.clone());
        assert_eq!(ids(&plan), ["tasks/modify_collection/tasks"]);
        assert_eq!(
            plan.changes[0].command.get("expireAfterSeconds"),
            Some(&seconds)
        );
    }
}

fn full_schema() -> Document {
    doc! {
        "bsonType": "object",
        "required": ["_id", "title", "kind"],
        "properties": {
            "_id": { "bsonType": "objectId" },
            "title": { "bsonType": "string", "minLength": 1, "maxLength": 20, "pattern": "^a" },
            "kind": { "enum": ["x", "y"] },
            "count": { "bsonType": ["int", "long"], "minimum": 0, "maximum": 9 },
            "tags": { "bsonType": "array", "items": { "bsonType": "string" }, "maxItems": 3, "uniqueItems": true },
        },
        "additionalProperties": false,
    }
}

/// CASES 29: a validator in another guise is the same, and is not sent.
#[test]
fn a_validator_that_is_written_otherwise_is_not_sent() {
    let mut entries: Vec<_> = full_schema().into_iter().collect();
    entries.reverse();
    let mut turned: Document = entries.into_iter().collect();
    turned.insert(
        "required",
        ["kind", "_id", "title"].map(Bson::from).to_vec(),
    );
    let properties = turned.get_document_mut("properties").expect("properties");
    properties.insert("_id", doc! { "bsonType": ["objectId"] });
    properties.insert(
        "count",
        doc! { "maximum": 9.0, "minimum": 0_i64, "bsonType": ["long", "int"] },
    );
    let stated = |schema: Document, level: Option<&str>, action: Option<&str>| {
        let mut options = validated(schema);
        options.extend(level.map(|it| ("validationLevel".to_owned(), Bson::from(it))));
        options.extend(action.map(|it| ("validationAction".to_owned(), Bson::from(it))));
        options
    };
    for schema in [full_schema(), turned] {
        for level in [None, Some("strict")] {
            for action in [None, Some("error")] {
                let listed = stated(schema.clone(), level, action);
                let plan = plan_options(validated(full_schema()), listed.clone());
                assert_eq!(ids(&plan), [""; 0], "{listed}");
            }
        }
    }
}

/// CASES 29, the other way round: whatever differs is sent.
#[test]
fn a_validator_that_differs_anywhere_is_sent() {
    let edits: [fn(&mut Document); 9] = [
        |it| drop(it.insert("additionalProperties", true)),
        |it| drop(it.insert("required", ["_id", "title"].map(Bson::from).to_vec())),
        |it| drop(property(it, "title").insert("maxLength", 21)),
        |it| drop(property(it, "title").remove("minLength")),
        |it| drop(property(it, "title").insert("pattern", "^A")),
        |it| drop(property(it, "kind").insert("enum", ["x", "Y"].map(Bson::from).to_vec())),
        |it| drop(property(it, "count").insert("bsonType", "int")),
        |it| drop(property(it, "tags").remove("uniqueItems")),
        |it| drop(property(it, "tags").insert("items", doc! { "bsonType": "int" })),
    ];
    for edit in edits {
        let mut other = full_schema();
        edit(&mut other);
        let plan = plan_options(validated(full_schema()), validated(other.clone()));
        assert_eq!(ids(&plan), ["tasks/set_validator/tasks"], "{other}");
        assert_eq!(plan.changes[0].action, Action::SetValidator);
    }
    for (name, value) in [
        ("validationLevel", "moderate"),
        ("validationAction", "warn"),
    ] {
        let mut listed = validated(full_schema());
        listed.insert(name, value);
        let plan = plan_options(validated(full_schema()), listed);
        assert_eq!(ids(&plan), ["tasks/set_validator/tasks"], "{name}");
    }
}

fn property<'a>(schema: &'a mut Document, name: &str) -> &'a mut Document {
    let properties = schema.get_document_mut("properties").expect("properties");
    properties.get_document_mut(name).expect("a property")
}
