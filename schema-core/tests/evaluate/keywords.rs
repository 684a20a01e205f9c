//! What each keyword admits of a value.

use bson::{Bson, doc, oid::ObjectId, spec::BinarySubtype};

use crate::{admits, decimal, refuses};

/// A value of each type.
fn one_of_each() -> Vec<(&'static str, Bson)> {
    let binary = bson::Binary {
        subtype: BinarySubtype::Generic,
        bytes: vec![1],
    };
    let regex = bson::Regex {
        pattern: "a".try_into().unwrap(),
        options: "i".try_into().unwrap(),
    };
    let code = bson::JavaScriptCodeWithScope {
        code: "1".to_owned(),
        scope: doc! { "a": 1 },
    };
    let timestamp = bson::Timestamp {
        time: 1,
        increment: 2,
    };
    vec![
        ("double", 1.5.into()),
        ("string", "a".into()),
        ("object", doc! { "a": 1 }.into()),
        ("array", vec![1].into()),
        ("binData", Bson::Binary(binary)),
        ("undefined", Bson::Undefined),
        ("objectId", ObjectId::new().into()),
        ("bool", true.into()),
        ("date", bson::DateTime::from_millis(1).into()),
        ("null", Bson::Null),
        ("regex", Bson::RegularExpression(regex)),
        ("javascript", Bson::JavaScriptCode("1".to_owned())),
        ("symbol", Bson::Symbol("a".to_owned())),
        ("javascriptWithScope", Bson::JavaScriptCodeWithScope(code)),
        ("int", 1.into()),
        ("timestamp", Bson::Timestamp(timestamp)),
        ("long", 1_i64.into()),
        ("decimal", decimal("1")),
        ("minKey", Bson::MinKey),
        ("maxKey", Bson::MaxKey),
    ]
}

#[test]
fn a_type_is_exactly_its_own() {
    for (alias, _) in one_of_each() {
        for (other, value) in one_of_each() {
            let schema = doc! { "bsonType": alias };
            if alias == other {
                admits(schema, [value]);
            } else {
                refuses(schema, [value]);
            }
        }
    }
}

#[test]
fn number_is_all_four_and_boolean_is_json_schemas_word() {
    let numbers = || [1.into(), 1_i64.into(), 1.0.into(), decimal("1")];
    admits(doc! { "bsonType": "number" }, numbers());
    admits(doc! { "type": "number" }, numbers());
    refuses(doc! { "type": "number" }, ["1".into(), Bson::Null]);
    admits(doc! { "type": "boolean" }, [true.into()]);
    admits(
        doc! { "bsonType": ["string", "null"] },
        ["".into(), Bson::Null],
    );
    refuses(doc! { "bsonType": ["string", "null"] }, [1.into()]);
}

#[test]
fn arrays_are_not_looked_through() {
    refuses(doc! { "bsonType": "int" }, [vec![1].into()]);
    refuses(doc! { "enum": [1] }, [vec![1].into()]);
    admits(doc! { "minimum": 5 }, [vec![1].into()]);
}

#[test]
fn a_keyword_says_nothing_of_other_types() {
    let keywords = [
        (doc! { "minimum": 100 }, "number"),
        (doc! { "maximum": -100 }, "number"),
        (doc! { "multipleOf": 7.5 }, "number"),
        (doc! { "minLength": 100 }, "string"),
        (doc! { "maxLength": 0 }, "string"),
        (doc! { "pattern": "^z$" }, "string"),
        (doc! { "minItems": 100 }, "array"),
        (doc! { "maxItems": 0 }, "array"),
        (doc! { "items": { "bsonType": "null" } }, "array"),
        (doc! { "required": ["z"] }, "object"),
        (doc! { "minProperties": 100 }, "object"),
        (doc! { "maxProperties": 0 }, "object"),
        (doc! { "additionalProperties": false }, "object"),
    ];
    for (schema, of) in keywords {
        for (alias, value) in one_of_each() {
            let is_number = ["int", "long", "double", "decimal"].contains(&alias);
            if alias == of || (of == "number" && is_number) {
                refuses(schema.clone(), [value]);
            } else {
                admits(schema.clone(), [value]);
            }
        }
    }
}

#[test]
fn an_absent_field_breaks_nothing_but_required() {
    assert!(crate::holds(
        doc! { "properties": { "a": { "bsonType": "int", "enum": [1] } } },
        doc! {}
    ));
    assert!(!crate::holds(doc! { "required": ["a"] }, doc! {}));
    assert!(crate::holds(doc! { "required": ["a"] }, doc! { "a": null }));
}

#[test]
fn lengths_are_of_code_points() {
    admits(
        doc! { "maxLength": 2 },
        ["ab".into(), "äö".into(), "😀😀".into()],
    );
    // A letter and its accent are two.
    refuses(doc! { "maxLength": 1 }, ["e\u{301}".into(), "ab".into()]);
    admits(doc! { "minLength": 2 }, ["e\u{301}".into(), "😀😀".into()]);
    refuses(
        doc! { "minLength": 2 },
        ["😀".into(), "ä".into(), "".into()],
    );
    admits(doc! { "minLength": 2.0, "maxLength": 2_i64 }, ["ab".into()]);
}

#[test]
fn patterns_are_perls_with_ascii_classes() {
    admits(doc! { "pattern": "b" }, ["abc".into()]);
    refuses(doc! { "pattern": "B" }, ["abc".into()]);
    admits(doc! { "pattern": "(?i)B" }, ["abc".into()]);
    // The end is also before a last line break.
    admits(doc! { "pattern": "^a$" }, ["a".into(), "a\n".into()]);
    refuses(doc! { "pattern": "^a\\z" }, ["a\n".into()]);
    refuses(doc! { "pattern": "^\\d$" }, ["٣".into()]);
    refuses(doc! { "pattern": "^\\w$" }, ["ä".into()]);
    admits(doc! { "pattern": "^.$" }, ["ä".into(), "😀".into()]);
    admits(doc! { "pattern": "^\\p{L}$" }, ["ä".into()]);
    admits(doc! { "pattern": "^(a)\\1(?=b)(?!bc)" }, ["aab".into()]);
    refuses(doc! { "pattern": "^(a)\\1(?=b)(?!bc)" }, ["aabc".into()]);
}

#[test]
fn what_the_engine_gives_up_on_does_not_match() {
    refuses(
        doc! { "pattern": "^(a+)+$" },
        [format!("{}b", "a".repeat(40)).into()],
    );
}

#[test]
fn enum_compares_by_value() {
    let one = || [1.into(), 1_i64.into(), 1.0.into(), decimal("1.0")];
    admits(doc! { "enum": [1] }, one());
    admits(doc! { "enum": [decimal("1")] }, one());
    refuses(doc! { "enum": [1] }, [true.into(), "1".into(), 1.5.into()]);
    admits(doc! { "enum": [0] }, [(-0.0).into(), decimal("-0")]);
    admits(
        doc! { "enum": [f64::NAN] },
        [f64::NAN.into(), decimal("NaN")],
    );
    refuses(doc! { "enum": [Bson::Null] }, [Bson::Undefined]);
    admits(doc! { "enum": ["a"] }, [Bson::Symbol("a".to_owned())]);
}

#[test]
fn enum_sees_no_order_of_fields_and_that_of_items() {
    let value = doc! { "a": [1, { "x": 1, "y": 2 }], "b": 2 };
    let turned = doc! { "b": 2.0, "a": [1_i64, { "y": 2, "x": 1 }] };
    admits(doc! { "enum": [value.clone()] }, [turned.into()]);
    refuses(
        doc! { "enum": [value] },
        [doc! { "a": [{ "x": 1, "y": 2 }, 1], "b": 2 }.into()],
    );
    refuses(
        doc! { "enum": [{ "a": 1 }] },
        [doc! { "a": 1, "b": 1 }.into(), doc! {}.into()],
    );
}

#[test]
fn items_of_an_array_are_unique_by_the_same_measure() {
    let unique = || doc! { "uniqueItems": true };
    refuses(
        unique(),
        [
            vec![Bson::from(1), 1.0.into()].into(),
            vec![Bson::from(1), decimal("1")].into(),
            vec![doc! { "a": 1, "b": 2 }, doc! { "b": 2, "a": 1 }].into(),
            vec![Bson::Null, Bson::Null].into(),
        ],
    );
    admits(
        unique(),
        [
            vec![Bson::from(1), true.into(), "1".into(), Bson::Null].into(),
            vec![vec![1, 2], vec![2, 1]].into(),
        ],
    );
    admits(doc! { "uniqueItems": false }, [vec![1, 1].into()]);
}

#[test]
fn many_items_are_unique_by_the_same_measure() {
    let mut items: Vec<Bson> = (0..500).map(Bson::from).collect();
    items.extend((0..500).map(|n| doc! { "n": n, "m": 1 }.into()));
    items.extend((0..10).map(|n| decimal(&format!("0.{n}1"))));
    admits(doc! { "uniqueItems": true }, [items.clone().into()]);
    let again: [Bson; 4] = [
        250.0.into(),
        doc! { "m": 1_i64, "n": 77.0 }.into(),
        decimal("499.000"),
        decimal("0.010"),
    ];
    for again in again {
        let mut items = items.clone();
        items.push(again);
        refuses(doc! { "uniqueItems": true }, [items.into()]);
    }
}

#[test]
fn items_as_a_schema_or_as_one_for_each_position() {
    let all = || doc! { "items": { "bsonType": "int" } };
    admits(all(), [vec![1, 2].into(), Bson::Array(vec![])]);
    refuses(all(), [vec![Bson::from(1), "a".into()].into()]);
    let each = doc! { "items": [{ "bsonType": "int" }, { "bsonType": "string" }] };
    admits(
        each.clone(),
        [
            vec![1].into(),
            vec![Bson::from(1), "a".into(), true.into()].into(),
        ],
    );
    refuses(each.clone(), [vec![1, 2].into()]);
    let mut closed = each;
    closed.insert("additionalItems", false);
    refuses(
        closed.clone(),
        [vec![Bson::from(1), "a".into(), true.into()].into()],
    );
    closed.insert("additionalItems", doc! { "bsonType": "bool" });
    admits(
        closed.clone(),
        [vec![Bson::from(1), "a".into(), true.into()].into()],
    );
    refuses(
        closed,
        [vec![Bson::from(1), "a".into(), true.into(), 1.into()].into()],
    );
    // Nothing without positions.
    admits(
        doc! { "additionalItems": false, "items": {} },
        [vec![1].into()],
    );
    admits(doc! { "additionalItems": false }, [vec![1].into()]);
    refuses(
        doc! { "additionalItems": false, "items": [] },
        [vec![1].into()],
    );
}

#[test]
fn logic() {
    let (low, high) = (doc! { "maximum": 5 }, doc! { "minimum": 3 });
    admits(doc! { "allOf": [&low, &high] }, [4.into()]);
    refuses(doc! { "allOf": [&low, &high] }, [6.into(), 2.into()]);
    admits(
        doc! { "anyOf": [&low, &high] },
        [6.into(), 2.into(), 4.into()],
    );
    refuses(
        doc! { "anyOf": [{ "minimum": 5 }, { "maximum": 3 }] },
        [4.into()],
    );
    admits(doc! { "oneOf": [&low, &high] }, [6.into(), 2.into()]);
    refuses(doc! { "oneOf": [&low, &high] }, [4.into()]);
    refuses(doc! { "not": &low }, [4.into()]);
    admits(doc! { "not": &low }, [6.into()]);
    // To a text both bounds say nothing, so both hold.
    refuses(doc! { "oneOf": [&low, &high] }, ["a".into()]);
}
