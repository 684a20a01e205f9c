//! What is told of a refused document, in the server's form; and that form, read. The recorded
//! ones are of the shapes that the manual shows ("Schema Validation") and the server's own tests
//! expect.

use bson::{Bson, Document, doc};
use schema_core::evaluate::{Broken, Validator};

fn told(schema: Document, document: Document) -> Document {
    let validator = Validator::compile(&doc! { "$jsonSchema": schema }).unwrap();
    let told = validator
        .err_info(&document.to_vec().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(
        told.get("failingDocumentId"),
        Some(document.get("_id").unwrap_or(&Bson::Null))
    );
    told.get_document("details").unwrap().clone()
}

fn rules(schema: Document, document: Document) -> Bson {
    let details = told(schema, document);
    assert_eq!(details.get_str("operatorName").unwrap(), "$jsonSchema");
    details.get("schemaRulesNotSatisfied").unwrap().clone()
}

fn rules_of(schema: Document, value: impl Into<Bson>) -> Bson {
    let rules = rules(
        doc! { "properties": { "v": schema } },
        doc! { "v": value.into() },
    );
    let properties = rules.as_array().unwrap()[0].as_document().unwrap();
    let property = properties.get_array("propertiesNotSatisfied").unwrap()[0]
        .as_document()
        .unwrap();
    property.get("details").unwrap().clone()
}

/// The manual's own example, in "Specify JSON Schema Validation".
#[test]
fn the_manuals_example() {
    let schema = doc! {
        "bsonType": "object",
        "title": "Student Object Validation",
        "required": ["address", "major", "name", "year"],
        "properties": {
            "name": { "bsonType": "string", "description": "'name' must be a string and is required" },
            "year": {
                "bsonType": "int", "minimum": 2017, "maximum": 3017,
                "description": "'year' must be an integer in [ 2017, 3017 ] and is required",
            },
            "gpa": {
                "bsonType": ["double"], "description": "'gpa' must be a double if the field exists",
            },
        },
    };
    let student = doc! { "_id": 1, "name": "Alice", "year": 2019, "major": "History", "gpa": 3 };
    let expected = doc! {
        "operatorName": "$jsonSchema",
        "title": "Student Object Validation",
        "schemaRulesNotSatisfied": [
            {
                "operatorName": "properties",
                "propertiesNotSatisfied": [{
                    "propertyName": "gpa",
                    "description": "'gpa' must be a double if the field exists",
                    "details": [{
                        "operatorName": "bsonType",
                        "specifiedAs": { "bsonType": ["double"] },
                        "reason": "type did not match",
                        "consideredValue": 3,
                        "consideredType": "int",
                    }],
                }],
            },
            {
                "operatorName": "required",
                "specifiedAs": { "required": ["address", "major", "name", "year"] },
                "missingProperties": ["address"],
            },
        ],
    };
    assert_eq!(told(schema, student), expected);
}

#[test]
fn keywords_of_one_value() {
    let leaf = |name: &str, specified: Document, reason: &str, value: Bson| {
        Bson::Array(vec![
            doc! { "operatorName": name, "specifiedAs": specified, "reason": reason, "consideredValue": value }.into(),
        ])
    };
    let same = |schema: Document, name: &str, reason: &str, value: Bson| {
        assert_eq!(
            rules_of(schema.clone(), value.clone()),
            leaf(name, schema, reason, value)
        );
    };
    same(
        doc! { "minimum": 5 },
        "minimum",
        "comparison failed",
        4.into(),
    );
    let exclusive = doc! { "maximum": 5, "exclusiveMaximum": true };
    same(exclusive, "maximum", "comparison failed", 5.into());
    let reason = "considered value is not a multiple of the specified value";
    same(doc! { "multipleOf": 5 }, "multipleOf", reason, 4.into());
    let reason = "specified string length was not satisfied";
    same(doc! { "minLength": 5 }, "minLength", reason, "a".into());
    same(doc! { "maxLength": 0 }, "maxLength", reason, "a".into());
    same(
        doc! { "pattern": "b" },
        "pattern",
        "regular expression did not match",
        "a".into(),
    );
    same(
        doc! { "enum": ["b"] },
        "enum",
        "value was not found in enum",
        "a".into(),
    );
}

#[test]
fn keywords_of_arrays() {
    let length = "array did not match specified length";
    assert_eq!(
        rules_of(doc! { "minItems": 2 }, vec![1]),
        Bson::from(vec![doc! {
            "operatorName": "minItems", "specifiedAs": { "minItems": 2 }, "reason": length,
            "consideredValue": [1], "numberOfItems": 1,
        }])
    );
    assert_eq!(
        rules_of(doc! { "uniqueItems": true }, vec![1, 2, 1]),
        Bson::from(vec![doc! {
            "operatorName": "uniqueItems", "specifiedAs": { "uniqueItems": true },
            "reason": "found a duplicate item", "consideredValue": [1, 2, 1], "duplicatedValue": 1,
        }])
    );
    let text = doc! {
        "operatorName": "bsonType", "specifiedAs": { "bsonType": "string" },
        "reason": "type did not match", "consideredValue": 1, "consideredType": "int",
    };
    assert_eq!(
        rules_of(
            doc! { "items": { "bsonType": "string", "title": "t" } },
            vec![Bson::from("a"), 1.into()]
        ),
        Bson::from(vec![doc! {
            "operatorName": "items", "title": "t",
            "reason": "At least one item did not match the sub-schema",
            "itemIndex": 1_i64, "details": [text.clone()],
        }])
    );
    let positions = doc! { "items": [{ "bsonType": "string" }, {}], "additionalItems": false };
    assert_eq!(
        rules_of(positions, vec![1, 2, 3]),
        Bson::from(vec![
            doc! { "operatorName": "items", "details": [{ "itemIndex": 0_i64, "details": [text] }] },
            doc! {
                "operatorName": "additionalItems", "specifiedAs": { "additionalItems": false },
                "reason": "found additional items", "additionalItems": [3],
            },
        ])
    );
}

#[test]
fn keywords_of_objects() {
    let int = doc! {
        "operatorName": "bsonType", "specifiedAs": { "bsonType": "int" },
        "reason": "type did not match", "consideredValue": "x", "consideredType": "string",
    };
    let schema = doc! {
        "properties": { "a": {} }, "additionalProperties": false,
        "patternProperties": { "^n": { "bsonType": "int", "description": "d" } },
        "maxProperties": 1, "dependencies": { "b": ["c"], "n": { "required": ["z"] } },
    };
    assert_eq!(
        rules(schema, doc! { "b": 1, "n": "x" }),
        Bson::from(vec![
            doc! {
                "operatorName": "additionalProperties",
                "specifiedAs": { "additionalProperties": false }, "additionalProperties": ["b"],
            },
            doc! {
                "operatorName": "patternProperties",
                "details": [{
                    "propertyName": "n", "description": "d", "regexMatched": "^n", "details": [int.clone()],
                }],
            },
            doc! {
                "operatorName": "maxProperties", "specifiedAs": { "maxProperties": 1 },
                "reason": "specified number of properties was not satisfied", "numberOfProperties": 2,
            },
            doc! {
                "operatorName": "dependencies",
                "failingDependencies": [
                    { "conditionalProperty": "b", "missingProperties": ["c"] },
                    { "conditionalProperty": "n", "details": [{
                        "operatorName": "required", "specifiedAs": { "required": ["z"] },
                        "missingProperties": ["z"],
                    }] },
                ],
            },
        ])
    );
    assert_eq!(
        rules(
            doc! { "additionalProperties": { "bsonType": "int" } },
            doc! { "b": "x" }
        ),
        Bson::from(vec![doc! {
            "operatorName": "additionalProperties",
            "reason": "at least one additional property did not match the subschema",
            "failingProperty": "b", "details": [int],
        }])
    );
}

#[test]
fn keywords_of_logic() {
    let low = doc! {
        "operatorName": "minimum", "specifiedAs": { "minimum": 5 },
        "reason": "comparison failed", "consideredValue": 1,
    };
    let one = |name: &str| {
        Bson::from(vec![doc! {
            "operatorName": name,
            "schemasNotSatisfied": [{ "index": 1_i64, "title": "t", "details": [low.clone()] }],
        }])
    };
    let schemas = |first: Document| vec![first, doc! { "minimum": 5, "title": "t" }];
    assert_eq!(
        rules_of(doc! { "allOf": schemas(doc! {}) }, 1),
        one("allOf")
    );
    let told = rules_of(doc! { "anyOf": schemas(doc! { "minimum": 5 }) }, 1);
    let told = told.as_array().unwrap()[0].as_document().unwrap();
    assert_eq!(told.get_array("schemasNotSatisfied").unwrap().len(), 2);
    assert_eq!(
        rules_of(doc! { "oneOf": [{}, { "minimum": 5 }, {}] }, 1),
        Bson::from(vec![doc! {
            "operatorName": "oneOf", "reason": "more than one subschema matched",
            "matchingSchemaIndexes": [0, 2],
        }])
    );
    assert_eq!(
        rules_of(doc! { "not": { "bsonType": "int" } }, 1),
        Bson::from(vec![
            doc! { "operatorName": "not", "reason": "child expression matched" }
        ])
    );
}

#[test]
fn several_schemas_are_clauses() {
    let schema = |name: &str| doc! { "$jsonSchema": { "required": [name] } };
    let validator = doc! { "$and": [schema("a"), schema("b")] };
    let validator = Validator::compile(&validator).unwrap();
    let broken = validator.check(&doc! { "a": 1 }.to_vec().unwrap()).unwrap();
    assert_eq!(broken.len(), 1);
    assert_eq!((&*broken[0].path, &*broken[0].keyword), ("b", "required"));
}

#[test]
fn the_list_has_path_keyword_wanted_and_found() {
    let schema = doc! {
        "required": ["title"],
        "properties": {
            "labels": { "items": { "maxLength": 3 }, "maxItems": 1 },
            "who": { "properties": { "age": { "minimum": 0, "exclusiveMinimum": true } } },
        },
        "additionalProperties": false,
    };
    let document = doc! { "labels": ["a", "long"], "who": { "age": 0 }, "odd": 1 };
    let validator = Validator::of_schema(&schema).unwrap();
    let broken = validator.check(&document.to_vec().unwrap()).unwrap();
    let seen: Vec<_> = broken
        .iter()
        .map(|it| {
            (
                it.path.as_str(),
                it.keyword.as_str(),
                it.wanted.clone(),
                it.found.clone(),
            )
        })
        .collect();
    let expected: Vec<(&str, &str, Bson, Option<Bson>)> = vec![
        ("labels", "maxItems", 1.into(), Some(2.into())),
        ("labels.1", "maxLength", 3.into(), Some("long".into())),
        ("who.age", "exclusiveMinimum", 0.into(), Some(0.into())),
        ("odd", "additionalProperties", false.into(), None),
        ("title", "required", true.into(), None),
    ];
    assert_eq!(seen, expected);
}

/// Of a validator with operators beside its schema, as the server tells it.
#[test]
fn operators_beside_a_schema_are_read_as_well() {
    let told = doc! { "failingDocumentId": 1, "details": {
        "operatorName": "$and",
        "clausesNotSatisfied": [
            { "index": 0, "details": { "operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [
                { "operatorName": "required", "specifiedAs": { "required": ["a"] }, "missingProperties": ["a"] },
            ] } },
            { "index": 1, "details": {
                "operatorName": "$expr", "specifiedAs": { "$expr": { "$lt": ["$a", "$b"] } },
                "reason": "expression did not match", "expressionResult": false,
            } },
        ],
    } };
    let broken = Broken::of_err_info(&told);
    let seen: Vec<_> = broken.iter().map(|it| (&*it.path, &*it.keyword)).collect();
    assert_eq!(seen, [("a", "required"), ("", "$expr")]);
    assert_eq!(broken[1].found, Some(false.into()));
}
