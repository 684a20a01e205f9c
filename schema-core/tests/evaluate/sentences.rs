//! Sentences for people.

use bson::{Bson, Document, doc};
use schema_core::evaluate::Validator;

fn said(schema: Document, document: Document) -> Vec<String> {
    let validator = Validator::of_schema(&schema).unwrap();
    let broken = validator.check(&document.to_vec().unwrap()).unwrap();
    broken.iter().map(ToString::to_string).collect()
}

fn said_of(schema: Document, value: impl Into<Bson>) -> String {
    let said = said(
        doc! { "properties": { "v": schema } },
        doc! { "v": value.into() },
    );
    assert_eq!(said.len(), 1, "{said:?}");
    said[0].clone()
}

#[test]
fn each_keyword_says_what_is_wrong() {
    let sentences = [
        (
            doc! { "bsonType": ["int", "long", "null"] },
            "a".into(),
            "`v` is a string, and must be an int, a long or null",
        ),
        (
            doc! { "enum": ["open", "done"] },
            "opn".into(),
            "`v` is \"opn\", and must be \"open\" or \"done\"",
        ),
        (
            doc! { "minimum": 0 },
            (-1).into(),
            "`v` is -1, and must be at least 0",
        ),
        (
            doc! { "minimum": 0, "exclusiveMinimum": true },
            0.into(),
            "`v` is 0, and must be above 0",
        ),
        (
            doc! { "maxLength": 2 },
            "äöü".into(),
            "`v` has 3 characters; at most 2 are allowed",
        ),
        (
            doc! { "minItems": 1 },
            Bson::Array(vec![]),
            "`v` has 0 items; at least 1 are allowed",
        ),
        (
            doc! { "uniqueItems": true },
            vec!["a", "a"].into(),
            "`v` has \"a\" more than once",
        ),
        (
            doc! { "pattern": "^a$" },
            "b".into(),
            "`v` is \"b\", and must match the pattern \"^a$\"",
        ),
        (
            doc! { "required": ["w"] },
            doc! {}.into(),
            "`v.w` is missing",
        ),
        (
            doc! { "additionalProperties": false },
            doc! { "w": 1 }.into(),
            "`v.w` is not a known field",
        ),
        (
            doc! { "not": {} },
            1.into(),
            "`v` has a value that is excluded",
        ),
    ];
    for (schema, value, sentence) in sentences {
        assert_eq!(said_of(schema, value), sentence);
    }
}

#[test]
fn of_alternatives_the_nearest_is_told() {
    let card = doc! {
        "bsonType": "object", "required": ["kind", "number"],
        "properties": { "kind": { "enum": ["card"] }, "number": { "bsonType": "string" } },
    };
    let transfer = doc! {
        "bsonType": "object", "required": ["kind", "iban"],
        "properties": { "kind": { "enum": ["transfer"] }, "iban": { "bsonType": "string", "minLength": 15 } },
    };
    let schema = doc! { "anyOf": [card, transfer, { "bsonType": "null" }] };
    assert_eq!(
        said_of(schema, doc! { "kind": "transfer", "iban": "DE" }),
        "`v` has none of the forms that it may have; of the nearest one, `v.iban` has 2 characters; at least 15 are allowed"
    );
}
