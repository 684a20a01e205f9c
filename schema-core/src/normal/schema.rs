//! Validators.

use bson::{Bson, Document};

use super::canonical::{numbers, numbers_in, sorted, sorted_values};

/// The validator in its normal form: numbers as numbers, and inside `$jsonSchema` no order where
/// order has no meaning. Query operators beside it are kept as they are written.
pub(super) fn validator(written: &Document) -> Document {
    written
        .iter()
        .map(|(name, value)| (name.clone(), clause(name, value)))
        .collect()
}

fn clause(name: &str, value: &Bson) -> Bson {
    match (name, value) {
        ("$jsonSchema", Bson::Document(written)) => schema(written).into(),
        ("$and" | "$or" | "$nor", Bson::Array(parts)) => each(parts, validator),
        _ => numbers_in(value),
    }
}

fn schema(written: &Document) -> Document {
    sorted(
        written
            .iter()
            .map(|(name, value)| (name.clone(), keyword(name, value)))
            .collect(),
    )
}

fn keyword(name: &str, value: &Bson) -> Bson {
    match (name, value) {
        ("properties" | "patternProperties" | "dependencies", Bson::Document(named)) => {
            by_name(named)
        }
        ("required" | "enum", Bson::Array(values)) => set(values).into(),
        ("bsonType", Bson::Array(values)) => single(set(values)),
        ("items" | "additionalItems" | "additionalProperties" | "not", Bson::Document(inner)) => {
            schema(inner).into()
        }
        ("items" | "allOf" | "anyOf" | "oneOf", Bson::Array(parts)) => each(parts, schema),
        _ => numbers_in(value),
    }
}

/// A schema, or for `dependencies` a set of names, behind each name; the names have no order.
fn by_name(named: &Document) -> Bson {
    let inner = named.iter().map(|(name, value)| match value {
        Bson::Document(inner) => (name.clone(), schema(inner).into()),
        Bson::Array(values) => (name.clone(), set(values).into()),
        other => (name.clone(), numbers_in(other)),
    });
    sorted(inner.collect()).into()
}

fn each(parts: &[Bson], normalise: fn(&Document) -> Document) -> Bson {
    let parts = parts.iter().map(|part| match part {
        Bson::Document(part) => normalise(part).into(),
        other => numbers_in(other),
    });
    Bson::Array(parts.collect())
}

fn set(values: &[Bson]) -> Vec<Bson> {
    sorted_values(values.iter().map(numbers_in).collect())
}

fn single(values: Vec<Bson>) -> Bson {
    match <[Bson; 1]>::try_from(values) {
        Ok([only]) => only,
        Err(values) => values.into(),
    }
}

/// `validator`, `validationLevel` and `validationAction`, with the server's defaults for the last
/// two; a validator without conditions is none.
pub(super) fn validation(options: &Document) -> Document {
    let mut normal = Document::new();
    match options.get_document("validator") {
        Ok(written) if !written.is_empty() => {
            normal.insert("validator", validator(written));
        }
        _ => {}
    }
    for (name, default) in [("validationLevel", "strict"), ("validationAction", "error")] {
        normal.insert(name, options.get_str(name).unwrap_or(default));
    }
    numbers(&normal)
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::super::Canonical;
    use super::*;

    fn same(left: &Document, right: &Document) -> bool {
        Canonical::new(&validator(left)) == Canonical::new(&validator(right))
    }

    fn schemas(left: Document, right: Document) -> bool {
        same(
            &doc! { "$jsonSchema": left },
            &doc! { "$jsonSchema": right },
        )
    }

    #[test]
    fn order_without_meaning_and_number_types_are_no_difference() {
        let pairs = [
            (
                doc! { "bsonType": "object", "required": ["a", "b"] },
                doc! { "required": ["b", "a"], "bsonType": ["object"] },
            ),
            (
                doc! { "properties": { "a": { "minimum": 1 }, "b": {} } },
                doc! { "properties": { "b": {}, "a": { "minimum": 1.0 } } },
            ),
            (doc! { "enum": [1, "x"] }, doc! { "enum": ["x", 1_i64] }),
            (
                doc! { "bsonType": ["int", "long"] },
                doc! { "bsonType": ["long", "int"] },
            ),
            (
                doc! { "items": { "bsonType": ["int"] } },
                doc! { "items": { "bsonType": "int" } },
            ),
            (
                doc! { "anyOf": [{ "required": ["a", "b"] }] },
                doc! { "anyOf": [{ "required": ["b", "a"] }] },
            ),
            (
                doc! { "dependencies": { "a": ["b", "c"] } },
                doc! { "dependencies": { "a": ["c", "b"] } },
            ),
        ];
        for (left, right) in pairs {
            assert!(schemas(left.clone(), right.clone()), "{left} and {right}");
        }
    }

    #[test]
    fn what_has_meaning_is_a_difference() {
        let pairs = [
            (doc! { "required": ["a"] }, doc! { "required": ["a", "b"] }),
            (doc! { "minimum": 1 }, doc! { "minimum": 2 }),
            (
                doc! { "items": [{ "bsonType": "int" }, {}] },
                doc! { "items": [{}, { "bsonType": "int" }] },
            ),
            (doc! { "type": "object" }, doc! { "bsonType": "object" }),
            (doc! { "additionalProperties": true }, doc! {}),
            (
                doc! { "properties": { "bsonType": { "bsonType": "int" } } },
                doc! { "properties": { "bsonType": { "bsonType": "long" } } },
            ),
            (doc! { "description": "a" }, doc! { "description": "b" }),
        ];
        for (left, right) in pairs {
            assert!(!schemas(left.clone(), right.clone()), "{left} and {right}");
        }
        assert!(!same(
            &doc! { "$expr": { "$lt": ["$a", "$b"] } },
            &doc! { "$expr": { "$lt": ["$b", "$a"] } }
        ));
    }

    #[test]
    fn schemas_inside_of_query_operators_are_found() {
        let left = doc! { "$and": [{ "$jsonSchema": { "required": ["a", "b"] } }] };
        let right = doc! { "$and": [{ "$jsonSchema": { "required": ["b", "a"] } }] };
        assert!(same(&left, &right));
    }

    #[test]
    fn a_field_named_as_a_keyword_is_a_field() {
        let left = doc! { "properties": { "enum": { "bsonType": "array" }, "a": {} } };
        let right = doc! { "properties": { "a": {}, "enum": { "bsonType": ["array"] } } };
        assert!(schemas(left, right));
    }

    #[test]
    fn absent_level_action_and_validator_are_the_defaults() {
        let written =
            doc! { "validator": {}, "validationLevel": "strict", "validationAction": "error" };
        assert_eq!(validation(&written), validation(&doc! {}));
        assert_ne!(
            validation(&doc! { "validationLevel": "off" }),
            validation(&doc! {})
        );
    }
}
