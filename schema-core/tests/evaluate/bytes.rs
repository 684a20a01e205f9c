//! Bytes that are no document are an error, and never a panic.

use std::sync::LazyLock;

use bson::{Bson, Document, doc, rawdoc};
use proptest::prelude::*;
use schema_core::evaluate::Validator;

fn validator() -> &'static Validator {
    static VALIDATOR: LazyLock<Validator> = LazyLock::new(compiled);
    &VALIDATOR
}

fn compiled() -> Validator {
    let any = doc! { "bsonType": ["object", "array", "string", "int", "decimal", "regex", "null"] };
    Validator::of_schema(&doc! {
        "properties": {
            "a": { "bsonType": ["int", "double", "decimal"], "minimum": 5, "multipleOf": 0.1 },
            "s": { "minLength": 2, "pattern": "^.b", "enum": ["ab", { "x": 1, "y": [1] }] },
            "l": { "uniqueItems": true, "items": [{ "bsonType": "int" }], "additionalItems": any },
            "a.b": { "minimum": 5 },
        },
        "required": ["a"],
        "patternProperties": { "^o": { "enum": [{ "a": 1, "b": [1, 2] }] } },
        "additionalProperties": { "uniqueItems": true, "minProperties": 1 },
        "anyOf": [{ "required": ["s"] }, { "maxProperties": 3 }],
    })
    .unwrap()
}

/// Schemas that admit most of what is a document at all, each by other ways through its values.
fn lenient() -> &'static [Validator] {
    static VALIDATORS: LazyLock<Vec<Validator>> = LazyLock::new(|| {
        let any = || doc! { "not": { "enum": ["no such value"] } };
        let inner = doc! { "properties": { "a": {}, "l": { "items": any() } }, "minProperties": 0 };
        let schemas = [
            doc! {},
            doc! { "properties": { "a": any(), "s": inner.clone(), "o": {}, "l.x": { "minItems": 0 } } },
            doc! { "additionalProperties": { "anyOf": [{ "bsonType": "null" }, inner.clone(), {}] } },
            doc! { "patternProperties": { "[a-z]": { "allOf": [inner, {}] } }, "maxProperties": 9 },
            doc! { "not": { "properties": { "a": { "minLength": 9 } }, "required": ["a"] } },
            doc! { "oneOf": [{ "required": ["b"] }, { "properties": { "x": any() } }] },
            doc! { "additionalProperties": { "uniqueItems": false, "additionalItems": false, "items": [{}, {}, any()] } },
            doc! { "dependencies": { "a": ["a"] }, "required": ["a"] },
        ];
        let compiled = schemas.iter().map(|it| Validator::of_schema(it).unwrap());
        compiled.collect()
    });
    &VALIDATORS
}

/// Whatever a schema looks at and passes over: what is no document is found out.
fn every_schema_finds_the_fault(bytes: &[u8]) {
    // Without a schema the form is all there is to ask about.
    let fault = Validator::compile(&doc! {}).unwrap().is_valid(bytes).err();
    for validator in lenient().iter().chain([validator()]) {
        assert_eq!(validator.is_valid(bytes).err(), fault, "{validator:?}");
    }
}

fn ask(bytes: &[u8]) {
    every_schema_finds_the_fault(bytes);
    let validator = validator();
    let valid = validator.is_valid(bytes);
    match (valid, validator.check(bytes)) {
        (Ok(valid), Ok(told)) => assert_eq!(valid, told.is_empty(), "{told:?}"),
        (Err(one), Err(other)) => assert_eq!(one, other),
        (valid, told) => panic!("{valid:?} but {told:?}"),
    }
}

fn values() -> impl Strategy<Value = Bson> {
    let leaf = prop_oneof![
        Just(Bson::Null),
        any::<i32>().prop_map(Bson::from),
        any::<f64>().prop_map(Bson::from),
        any::<bool>().prop_map(Bson::from),
        ".{0,4}".prop_map(Bson::from),
        any::<[u8; 16]>().prop_map(|bytes| Bson::Decimal128(bson::Decimal128::from_bytes(bytes))),
        any::<[u8; 12]>().prop_map(|bytes| Bson::ObjectId(bytes.into())),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..40).prop_map(Bson::from),
            prop::collection::vec(("[aslobx]", inner), 0..5)
                .prop_map(|fields| fields.into_iter().collect::<Document>().into()),
        ]
    })
}

fn documents() -> impl Strategy<Value = Document> {
    prop::collection::vec(("[aslobx]", values()), 0..6)
        .prop_map(|fields| fields.into_iter().collect())
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        ask(&bytes);
    }

    #[test]
    fn any_document(document in documents()) {
        let bytes = document.to_vec().unwrap();
        prop_assert!(validator().is_valid(&bytes).is_ok());
        ask(&bytes);
    }

    /// Some bytes of a document changed, cut or doubled.
    #[test]
    fn damaged_documents(
        document in documents(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = document.to_vec().unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        ask(&bytes);
    }
}

#[test]
fn malformed_bson_is_told_with_its_place() {
    let good = doc! { "a": 7, "s": "xb" }.to_vec().unwrap();
    let at = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] = byte;
        validator().is_valid(&bytes).unwrap_err()
    };
    assert_eq!(at(0, 1).offset(), 0);
    // The type of `a`, and the length of the text.
    assert_eq!(at(4, 0x55).offset(), 4);
    assert_eq!(at(14, 99).offset(), 11);
    let said = at(14, 99).to_string();
    assert_eq!(
        said,
        "the bytes are no BSON document: a value is cut short, or its type is unknown, at byte 11"
    );
    assert!(validator().is_valid(&[]).is_err());
    assert!(validator().is_valid(&good[..good.len() - 1]).is_err());
}

/// Deeper than a server takes it: an error instead of an overflow of the stack.
#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| {
        let mut document = rawdoc! {};
        for _ in 1..depth {
            document = rawdoc! { "a": document };
        }
        document.into_bytes()
    };
    let [deepest, too_deep, far_too_deep] = [200, 201, 100_000].map(nested);
    for validator in lenient().iter().chain([validator()]) {
        assert!(validator.is_valid(&deepest).is_ok());
        assert!(validator.is_valid(&too_deep).is_err());
        assert!(validator.is_valid(&far_too_deep).is_err());
    }
}
