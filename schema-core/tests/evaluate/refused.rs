//! What is refused when it is compiled, with the server's codes.

use bson::{Bson, Document, doc};
use schema_core::evaluate::{CompileError, Validator};

#[track_caller]
fn code(schema: Document) -> i32 {
    let schema = doc! { "properties": { "v": &schema } };
    match Validator::of_schema(&schema) {
        Err(error) => error.code().unwrap(),
        Ok(_) => panic!("accepted: {schema}"),
    }
}

#[test]
fn keywords_that_are_none_or_not_supported() {
    for keyword in [
        "const",
        "if",
        "contains",
        "propertyNames",
        "examples",
        "$comment",
        "minimun",
    ] {
        assert_eq!(code(doc! { keyword: 1 }), 9, "{keyword}");
    }
    for keyword in ["$ref", "$schema", "default", "definitions", "format", "id"] {
        assert_eq!(code(doc! { keyword: "a" }), 9, "{keyword}");
    }
    assert_eq!(code(doc! { "encrypt": {} }), 224);
}

#[test]
fn values_of_a_wrong_type() {
    let wrong = [
        doc! { "bsonType": 2 },
        doc! { "bsonType": [2] },
        doc! { "type": 1 },
        doc! { "enum": 1 },
        doc! { "minimum": "1" },
        doc! { "maximum": bson::DateTime::MIN },
        doc! { "multipleOf": "1" },
        doc! { "minimum": 1, "exclusiveMinimum": 1 },
        doc! { "maximum": 1, "exclusiveMaximum": 1 },
        doc! { "pattern": 1 },
        doc! { "uniqueItems": 1 },
        doc! { "items": true },
        doc! { "items": [1] },
        doc! { "additionalItems": 1 },
        doc! { "properties": 1 },
        doc! { "properties": { "a": true } },
        doc! { "required": true },
        doc! { "required": [1] },
        doc! { "additionalProperties": 1 },
        doc! { "patternProperties": { "a": 1 } },
        doc! { "dependencies": 1 },
        doc! { "dependencies": { "a": 1 } },
        doc! { "dependencies": { "a": [1] } },
        doc! { "allOf": {} },
        doc! { "anyOf": [1] },
        doc! { "not": [] },
        doc! { "title": 1 },
        doc! { "description": 1 },
    ];
    for schema in wrong {
        assert_eq!(code(schema.clone()), 14, "{schema}");
    }
}

#[test]
fn values_out_of_range() {
    let wrong = [
        doc! { "bsonType": [] },
        doc! { "bsonType": ["int", "int"] },
        doc! { "type": "integer" },
        doc! { "type": "string", "bsonType": "string" },
        doc! { "enum": [] },
        doc! { "enum": [1, 1.0] },
        doc! { "enum": [{ "a": 1, "b": 1 }, { "b": 1, "a": 1 }] },
        doc! { "multipleOf": 0 },
        doc! { "multipleOf": -1.5 },
        doc! { "exclusiveMinimum": true },
        doc! { "exclusiveMaximum": 5 },
        doc! { "minLength": -1 },
        doc! { "maxLength": 5.5 },
        doc! { "maxLength": "5" },
        doc! { "minItems": f64::NAN },
        doc! { "maxItems": 1e300 },
        doc! { "minProperties": Bson::Decimal128("1.5".parse().unwrap()) },
        doc! { "required": [] },
        doc! { "required": ["a", "a"] },
        doc! { "dependencies": { "a": [] } },
        doc! { "dependencies": { "a": ["b", "b"] } },
    ];
    for schema in wrong {
        assert_eq!(code(schema.clone()), 9, "{schema}");
    }
    assert_eq!(code(doc! { "bsonType": "missing" }), 2);
    assert_eq!(code(doc! { "bsonType": "boolean" }), 2);
    assert_eq!(code(doc! { "type": "bool" }), 2);
    assert_eq!(code(doc! { "allOf": [] }), 2);
    assert_eq!(code(doc! { "pattern": "a\0" }), 2);
    assert_eq!(code(doc! { "pattern": "(" }), 51_091);
    assert_eq!(code(doc! { "patternProperties": { "[": {} } }), 51_091);
    assert_eq!(code(doc! { "required": ["a\0"] }), 9_867_600);
}

/// Contradictions are the application's own.
#[test]
fn what_the_server_takes() {
    let taken = [
        doc! { "minLength": 5.0, "maxLength": 1_i64 },
        doc! { "maxItems": Bson::Decimal128("1E3".parse().unwrap()) },
        doc! { "minimum": 5, "maximum": 1 },
        doc! { "bsonType": "string", "maximum": 0, "items": [] },
        doc! { "enum": [1, true, "1", null] },
        doc! { "multipleOf": f64::NAN },
        doc! { "title": "", "description": "" },
    ];
    for schema in taken {
        assert!(
            Validator::of_schema(&doc! { "properties": { "v": &schema } }).is_ok(),
            "{schema}"
        );
    }
}

#[test]
fn a_schema_too_deep() {
    let mut schema = doc! {};
    for _ in 0..150 {
        schema = doc! { "not": schema };
    }
    assert!(Validator::of_schema(&schema).is_ok());
    for _ in 0..100 {
        schema = doc! { "not": schema };
    }
    assert_eq!(Validator::of_schema(&schema).unwrap_err().code(), Some(15));
}

#[test]
fn the_fault_is_said_with_its_place() {
    let schema = doc! { "properties": { "a": { "items": { "minLength": -1 } } } };
    let error = Validator::of_schema(&schema).unwrap_err().to_string();
    assert_eq!(
        error,
        "at `properties.a.items`: `minLength` must be a whole number, not below zero (the server's code 9)"
    );
}

#[test]
fn validators_are_schemas_alone_or_inside_and() {
    let low = doc! { "$jsonSchema": { "properties": { "v": { "maximum": 5 } } } };
    let high = doc! { "$jsonSchema": { "properties": { "v": { "minimum": 3 } } } };
    let both = Validator::compile(&doc! { "$and": [low, high], "$comment": "a" }).unwrap();
    let is_valid = |v: i32| both.is_valid(&doc! { "v": v }.to_vec().unwrap()).unwrap();
    assert_eq!([2, 4, 6].map(is_valid), [false, true, false]);
    assert!(
        Validator::compile(&doc! {})
            .unwrap()
            .is_valid(&doc! {}.to_vec().unwrap())
            .unwrap()
    );
    let error = Validator::compile(&doc! { "$expr": { "$lt": ["$a", "$b"] } }).unwrap_err();
    assert!(
        matches!(&error, CompileError::Operator { operator } if operator == "$expr"),
        "{error}"
    );
    assert_eq!(
        Validator::compile(&doc! { "$jsonSchema": 1 })
            .unwrap_err()
            .code(),
        Some(14)
    );
}
