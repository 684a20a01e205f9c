use bson::{Document, doc};

use super::*;
use crate::normal::{Collations, NormalOptions};

fn normal(options: &Document) -> Document {
    let normal = NormalOptions::declared(options, &Collations::default());
    normal.validation.document().clone()
}

fn of_options(live: &Document, declared: &Document) -> Verdict {
    validations(&normal(live), &normal(declared))
}

fn of_schemas(live: Document, declared: Document) -> Verdict {
    of_options(
        &doc! { "validator": { "$jsonSchema": live } },
        &doc! { "validator": { "$jsonSchema": declared } },
    )
}

/// Of the field `a`.
fn of_field(live: Document, declared: Document) -> Verdict {
    of_schemas(
        doc! { "properties": { "a": live } },
        doc! { "properties": { "a": declared } },
    )
}

#[test]
fn a_wider_keyword_widens_and_the_way_back_tightens() {
    let string = |bounds: Document| {
        let mut schema = doc! { "bsonType": "string" };
        schema.extend(bounds);
        schema
    };
    let narrow_and_wide = [
        (
            doc! { "bsonType": "int" },
            doc! { "bsonType": ["int", "long"] },
        ),
        (
            doc! { "bsonType": ["int", "double"] },
            doc! { "bsonType": "number" },
        ),
        (
            doc! { "type": "boolean" },
            doc! { "bsonType": ["bool", "null"] },
        ),
        (doc! { "enum": ["x"] }, doc! { "enum": ["x", "y"] }),
        (doc! { "enum": ["x"] }, doc! { "bsonType": "string" }),
        (
            doc! { "bsonType": "bool" },
            doc! { "enum": [true, false, 1] },
        ),
        (
            doc! { "enum": ["x", "yy"] },
            string(doc! { "minLength": 1, "maxLength": 2 }),
        ),
        (doc! { "minimum": 5 }, doc! { "minimum": 4.5 }),
        (
            doc! { "maximum": 5, "exclusiveMaximum": true },
            doc! { "maximum": 5, "exclusiveMaximum": false },
        ),
        (doc! { "multipleOf": 6 }, doc! { "multipleOf": 3 }),
        (
            string(doc! { "maxLength": 200 }),
            string(doc! { "maxLength": 500 }),
        ),
        (
            string(doc! { "pattern": "^a", "maxLength": 9 }),
            string(doc! { "pattern": "^a" }),
        ),
    ];
    assert_widening(narrow_and_wide);
}

#[test]
fn so_it_is_with_arrays_objects_and_alternatives() {
    let narrow_and_wide = [
        (
            doc! { "maxItems": 3, "uniqueItems": true },
            doc! { "maxItems": 4 },
        ),
        (
            doc! { "items": { "maximum": 3 } },
            doc! { "items": { "maximum": 4 } },
        ),
        (
            doc! { "items": [{ "bsonType": "int" }], "additionalItems": false },
            doc! { "items": { "bsonType": "number" } },
        ),
        (doc! { "required": ["x", "y"] }, doc! { "required": ["x"] }),
        (doc! { "required": ["x", "y"] }, doc! { "minProperties": 2 }),
        (
            doc! { "properties": { "x": {} }, "additionalProperties": false },
            doc! { "properties": { "x": {}, "y": {} }, "additionalProperties": false },
        ),
        (
            doc! { "properties": { "x": {} }, "additionalProperties": false },
            doc! { "maxProperties": 1 },
        ),
        (
            doc! { "additionalProperties": { "bsonType": "int" } },
            doc! { "additionalProperties": { "bsonType": "number" } },
        ),
        (
            doc! { "patternProperties": { "^k": { "maximum": 1 } }, "additionalProperties": false },
            doc! { "patternProperties": { "^k": { "maximum": 2 } }, "additionalProperties": false },
        ),
        (
            doc! { "additionalProperties": { "bsonType": "int" } },
            doc! { "patternProperties": { "^k": { "bsonType": "int" } } },
        ),
        (
            doc! { "allOf": [{ "minimum": 1 }, { "maximum": 3 }] },
            doc! { "minimum": 0, "maximum": 3 },
        ),
        (
            doc! { "bsonType": "int" },
            doc! { "anyOf": [{ "bsonType": "string" }, { "bsonType": "int" }] },
        ),
        (
            doc! { "anyOf": [{ "bsonType": "int", "maximum": 3 }, { "bsonType": "null" }] },
            doc! { "anyOf": [{ "bsonType": "int", "maximum": 4 }, { "bsonType": ["null", "bool"] }] },
        ),
        (
            doc! { "not": { "bsonType": ["int", "null"] } },
            doc! { "not": { "bsonType": "int" } },
        ),
        (
            doc! { "dependencies": { "x": ["y", "z"] } },
            doc! { "dependencies": { "x": ["y"] } },
        ),
    ];
    assert_widening(narrow_and_wide);
}

fn assert_widening<const N: usize>(narrow_and_wide: [(Document, Document); N]) {
    for (narrow, wide) in narrow_and_wide {
        let verdict = of_field(narrow.clone(), wide.clone());
        assert_eq!(verdict, Verdict::Widens, "{narrow} to {wide}");
        let back = of_field(wide.clone(), narrow.clone());
        assert!(
            back.may_refuse() && !back.reasons().is_empty(),
            "{wide} to {narrow}: {back:?}"
        );
    }
}

#[test]
fn two_spellings_of_one_thing_widen_both_ways() {
    let union = doc! { "bsonType": ["int", "null"] };
    for name in ["anyOf", "oneOf"] {
        let members = doc! { name: [{ "bsonType": "int" }, { "bsonType": "null" }] };
        assert_eq!(of_field(members.clone(), union.clone()), Verdict::Widens);
        assert_eq!(
            of_field(union.clone(), members).may_refuse(),
            name == "oneOf"
        );
    }
}

#[test]
fn what_people_read_and_what_says_nothing_is_no_tightening() {
    let titled = doc! { "title": "x", "description": "y", "bsonType": "int" };
    assert_eq!(
        of_field(doc! { "bsonType": "int" }, titled.clone()),
        Verdict::Widens
    );
    assert_eq!(of_field(titled.clone(), titled), Verdict::Same);
    let nothing = doc! { "minLength": 0, "required": ["_id"] };
    assert_eq!(of_schemas(doc! {}, nothing), Verdict::Widens);
    // The keyword is for another type than the field can have.
    let other = doc! { "bsonType": "int", "maxLength": 3 };
    assert_eq!(of_field(doc! { "bsonType": "int" }, other), Verdict::Widens);
}

#[test]
fn reasons_name_path_keyword_and_both_values() {
    let said = |live, declared| of_schemas(live, declared).reasons().to_vec();
    let title = |most: i32| doc! { "properties": { "title": { "maxLength": most } } };
    assert_eq!(
        said(title(500), title(200)),
        ["`title`: maxLength 200, was 500"]
    );
    let labels = |schema: Document| doc! { "properties": { "labels": { "items": schema } } };
    let types = |name: &str| doc! { "bsonType": name };
    assert_eq!(
        said(labels(types("number")), labels(types("string"))),
        ["`labels[]`: bsonType string, was number"]
    );
    let nested =
        |schema: Document| doc! { "properties": { "a": { "properties": { "b": schema } } } };
    assert_eq!(
        said(
            nested(doc! { "enum": ["x", "y"] }),
            nested(doc! { "enum": ["y"] })
        ),
        ["`a.b`: enum without `x`"]
    );
    assert_eq!(
        said(doc! {}, doc! { "required": ["x"] }),
        ["`x`: required, was not"]
    );
    let closed = |names: &[&str]| {
        let listed: Document = names
            .iter()
            .map(|it| ((*it).to_owned(), doc! {}.into()))
            .collect();
        doc! { "properties": listed, "additionalProperties": false }
    };
    assert_eq!(
        said(closed(&["_id", "x"]), closed(&["_id"])),
        ["`x`: refused by additionalProperties, was accepted"]
    );
}

#[test]
fn what_cannot_be_compared_is_undecided() {
    let undecided = |verdict: Verdict| matches!(verdict, Verdict::Undecided(_));
    assert!(undecided(of_field(
        doc! { "pattern": "^ab" },
        doc! { "pattern": "^a" }
    )));
    assert!(undecided(of_field(
        doc! {},
        doc! { "not": { "maximum": 3 } }
    )));
    let query = |query: Document| doc! { "validator": query };
    let schema = || doc! { "$jsonSchema": { "required": ["a"] } };
    let both = doc! { "$and": [schema(), { "x": { "$gt": 1 } }] };
    assert!(undecided(of_options(
        &query(schema()),
        &query(both.clone())
    )));
    // One condition less.
    assert_eq!(of_options(&query(both), &query(schema())), Verdict::Widens);
    assert!(of_options(&query(doc! { "a": { "$exists": true } }), &query(schema())).may_refuse());
}

#[test]
fn a_dotted_name_is_a_path_to_the_server() {
    let dotted = |schema: Document| doc! { "properties": { "a.b": schema } };
    let closed = doc! { "properties": { "_id": {} }, "additionalProperties": false };
    assert!(of_schemas(closed, dotted(doc! { "bsonType": "int" })).may_refuse());
    let mut same = dotted(doc! { "bsonType": "int" });
    same.insert("required", ["x"]);
    assert_eq!(
        of_schemas(same, dotted(doc! { "bsonType": "int" })),
        Verdict::Widens
    );
}

#[test]
fn level_and_action_count() {
    let with = |level: &str, action: &str, most: i32| {
        let schema = doc! { "properties": { "a": { "maximum": most } } };
        doc! { "validator": { "$jsonSchema": schema }, "validationLevel": level, "validationAction": action }
    };
    let widens =
        |live: Document, declared: Document| of_options(&live, &declared) == Verdict::Widens;
    assert!(widens(
        with("strict", "error", 1),
        with("moderate", "error", 1)
    ));
    assert!(widens(
        with("strict", "error", 1),
        with("strict", "errorAndLog", 1)
    ));
    assert!(widens(
        with("strict", "error", 9),
        with("strict", "warn", 1)
    ));
    assert!(widens(with("strict", "error", 9), with("off", "error", 1)));
    assert!(widens(with("strict", "error", 9), doc! {}));
    for live in [
        doc! {},
        with("off", "error", 1),
        with("strict", "warn", 1),
        with("moderate", "error", 1),
    ] {
        assert!(
            of_options(&live, &with("strict", "error", 1)).may_refuse(),
            "{live}"
        );
    }
    assert_eq!(
        of_options(&doc! {}, &doc! { "validationLevel": "strict" }),
        Verdict::Same
    );
}

#[test]
fn alternatives_do_not_run_away() {
    let member = |number: i32| doc! { "properties": { "k": { "enum": [number] }, "v": { "maximum": number } } };
    let many = |count: i32| doc! { "anyOf": (0..count).map(member).collect::<Vec<_>>() };
    assert_eq!(of_field(many(40), many(41)), Verdict::Widens);
    let twice = |count: i32| doc! { "allOf": [many(count), many(count + 1), many(count + 2)] };
    assert!(of_field(twice(30), doc! { "allOf": [many(5)] }).may_refuse());
}
