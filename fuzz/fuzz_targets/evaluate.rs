//! Any bytes, held against a validator of every keyword: never a panic, and both answers the same.

#![no_main]

use std::sync::LazyLock;

use bson::doc;
use libfuzzer_sys::fuzz_target;
use schema_core::evaluate::Validator;

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    let any = doc! { "bsonType": ["object", "array", "string", "int", "decimal", "regex", "null"] };
    let schema = doc! {
        "properties": {
            "a": { "bsonType": ["int", "double", "decimal"], "minimum": 5, "multipleOf": 0.1 },
            "s": { "minLength": 2, "pattern": "^.b", "enum": ["ab", { "x": 1, "y": [1] }] },
            "l": { "uniqueItems": true, "items": [{ "bsonType": "int" }], "additionalItems": any },
            "a.b": { "minimum": 5 },
        },
        "required": ["a"],
        "patternProperties": { "^o": { "enum": [{ "a": 1, "b": [1, 2] }] } },
        "additionalProperties": { "uniqueItems": true, "minProperties": 1 },
        "dependencies": { "s": ["a"], "l": { "maxProperties": 9 } },
        "anyOf": [{ "required": ["s"] }, { "maxProperties": 3 }],
    };
    Validator::of_schema(&schema).expect("a schema")
});

fuzz_target!(|bytes: &[u8]| {
    match (VALIDATOR.is_valid(bytes), VALIDATOR.check(bytes)) {
        (Ok(is_valid), Ok(broken)) => assert_eq!(is_valid, broken.is_empty()),
        (Err(one), Err(other)) => assert_eq!(one, other),
        answers => panic!("{answers:?}"),
    }
});
