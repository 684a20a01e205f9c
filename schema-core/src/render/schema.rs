//! `$jsonSchema` documents.

use bson::{Array, Bson, Document, doc};

use super::{object, schema_version, variants};
use crate::model::{Collection, Field, Form, Keyword, Number, Placed, Shape, Types};

/// The validator's schema for a collection's documents.
pub(super) fn validator(model: &Collection) -> Document {
    let doc = model.doc.get();
    let mut alternatives = object::of_doc(doc);
    if let Some((version, field)) = schema_version(model) {
        let admitted = doc! { "bsonType": ["int", "long"], "enum": [integer(i64::from(version))] };
        for alternative in &mut alternatives {
            alternative.replace(&field, &admitted);
        }
    }
    let mut schema = doc! { "bsonType": "object" };
    object::insert(&mut schema, doc.description, alternatives);
    schema
}

/// The schema of a field's value.
pub(super) fn field_schema(field: &Field) -> Document {
    let mut shape = field.shape;
    if field.flags.none_left_out() {
        shape.types = shape.types_without_none();
    }
    value_schema(&shape, &field.keywords, 0)
}

/// The schema of a value, with the keywords that are placed at this depth and below.
pub(super) fn value_schema(shape: &Shape, keywords: &[Placed], depth: u8) -> Document {
    let here = || {
        keywords
            .iter()
            .filter(|placed| placed.depth == depth)
            .map(|placed| placed.keyword)
    };
    let strict = here().any(|keyword| matches!(keyword, Keyword::StrictBsonType));
    let mut schema = Document::new();
    insert_types(
        &mut schema,
        if strict {
            narrowest(shape)
        } else {
            shape.types
        },
    );
    for keyword in here() {
        insert_annotation(&mut schema, keyword);
    }
    insert_form(&mut schema, shape, keywords, depth);
    for keyword in here() {
        insert_bound(&mut schema, keyword);
    }
    schema
}

/// What a value of the Rust type is written as, of all that is admitted for it.
fn narrowest(shape: &Shape) -> Types {
    let written = match shape.resolved().form {
        Form::Integer(minimum, maximum)
            if minimum >= i64::from(i32::MIN) && maximum <= i64::from(i32::MAX) =>
        {
            Types::INT
        }
        Form::Integer(..) => Types::LONG,
        _ if shape.types.intersects(Types::DOUBLE) => Types::DOUBLE,
        _ => return shape.types,
    };
    shape.types.without(Types::NUMBER).or(written)
}

fn insert_types(schema: &mut Document, types: Types) {
    if types.is(Types::ANY) {
        return;
    }
    let mut aliases: Vec<&str> = types.aliases().collect();
    // The value's own type is what a reader looks for; null comes last.
    aliases.sort_by_key(|alias| *alias == "null");
    match aliases[..] {
        [alias] => schema.insert("bsonType", alias),
        _ => schema.insert("bsonType", aliases),
    };
}

fn insert_form(schema: &mut Document, shape: &Shape, keywords: &[Placed], depth: u8) {
    match shape.form {
        Form::Scalar => {}
        Form::Integer(minimum, maximum) => insert_range(schema, minimum, maximum),
        Form::Enumeration(pairs) => {
            schema.insert(
                "enum",
                stored_names(pairs, shape.types.intersects(Types::NULL)),
            );
        }
        Form::Document(doc) => {
            object::insert(schema, doc.get().description, object::of_doc(doc.get()));
        }
        Form::Variants(all) => {
            variants::insert(schema, all.get(), shape.types.intersects(Types::NULL));
        }
        Form::Array(array) => {
            schema.insert("items", value_schema(&array.items, keywords, depth + 1));
            if let Some(length) = array.length {
                insert_bound(schema, Keyword::MinItems(length));
                insert_bound(schema, Keyword::MaxItems(length));
            }
            if array.unique {
                insert_bound(schema, Keyword::UniqueItems);
            }
        }
        Form::Map(values) => {
            schema.insert(
                "additionalProperties",
                value_schema(values, keywords, depth + 1),
            );
        }
        Form::Newtype(newtype) => {
            let mut inner = value_schema(
                &Shape {
                    types: Types::ANY,
                    ..newtype.inner
                },
                newtype.keywords,
                0,
            );
            if let Ok(values) = inner.get_array_mut("enum")
                && shape.types.intersects(Types::NULL)
                && !values.contains(&Bson::Null)
            {
                values.push(Bson::Null);
            }
            schema.extend(inner);
        }
    }
}

/// `minimum` and `maximum` of an integer, where they say more than that it has 64 bits.
fn insert_range(schema: &mut Document, minimum: i64, maximum: i64) {
    if minimum != i64::MIN {
        schema.insert("minimum", integer(minimum));
    }
    if maximum != i64::MAX {
        schema.insert("maximum", integer(maximum));
    }
}

/// The stored names of an enum, each once: the server refuses a list that has one twice.
fn stored_names(pairs: &str, null: bool) -> Array {
    let mut names = Array::new();
    for name in pairs.split_terminator('\0').skip(1).step_by(2) {
        let name = Bson::from(name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.extend(null.then_some(Bson::Null));
    names
}

fn insert_annotation(schema: &mut Document, keyword: Keyword) {
    match keyword {
        Keyword::Title(text) => schema.insert("title", text),
        Keyword::Description(text) => schema.insert("description", text),
        _ => None,
    };
}

/// Inserts a bound. What is already there comes from the Rust type or from a newtype, and the value
/// has to keep both.
fn insert_bound(schema: &mut Document, keyword: Keyword) {
    match keyword {
        Keyword::MinLength(least) => at_least(schema, "minLength", integer(i64::from(least))),
        Keyword::MaxLength(most) => at_most(schema, "maxLength", integer(i64::from(most))),
        Keyword::MinItems(least) => at_least(schema, "minItems", integer(i64::from(least))),
        Keyword::MaxItems(most) => at_most(schema, "maxItems", integer(i64::from(most))),
        Keyword::MinProperties(least) => {
            at_least(schema, "minProperties", integer(i64::from(least)));
        }
        Keyword::MaxProperties(most) => at_most(schema, "maxProperties", integer(i64::from(most))),
        Keyword::Minimum(least) => at_least(schema, "minimum", number(least)),
        Keyword::Maximum(most) => at_most(schema, "maximum", number(most)),
        Keyword::ExclusiveMinimum(least) => exclusive(schema, "minimum", "exclusiveMinimum", least),
        Keyword::ExclusiveMaximum(most) => exclusive(schema, "maximum", "exclusiveMaximum", most),
        Keyword::Pattern(pattern) => also(schema, "pattern", pattern.into()),
        Keyword::MultipleOf(divisor) => also(schema, "multipleOf", number(divisor)),
        Keyword::UniqueItems => {
            schema.insert("uniqueItems", true);
        }
        Keyword::StrictBsonType
        | Keyword::Title(_)
        | Keyword::Description(_)
        | Keyword::References(_) => {}
    }
}

fn at_least(schema: &mut Document, key: &str, value: Bson) {
    if schema
        .get(key)
        .is_none_or(|old| as_float(old) < as_float(&value))
    {
        schema.insert(key, value);
    }
}

fn at_most(schema: &mut Document, key: &str, value: Bson) {
    if schema
        .get(key)
        .is_none_or(|old| as_float(old) > as_float(&value))
    {
        schema.insert(key, value);
    }
}

/// An exclusive bound: a flag beside the inclusive one, in the form of draft 4.
fn exclusive(schema: &mut Document, key: &str, flag: &str, value: Number) {
    let value = number(value);
    let (new, lower) = (as_float(&value), key == "minimum");
    let looser = schema
        .get(key)
        .map(as_float)
        .is_some_and(|old| if lower { old > new } else { old < new });
    if !looser {
        schema.insert(key, value);
        schema.insert(flag, true);
    }
}

/// A keyword that must hold beside one of its own name.
fn also(schema: &mut Document, key: &str, value: Bson) {
    match schema.get(key) {
        None => {
            schema.insert(key, value);
        }
        Some(old) if *old == value => {}
        Some(_) => {
            let beside = Bson::Document(doc! { key: value });
            match schema.get_array_mut("allOf") {
                Ok(all) => all.push(beside),
                Err(_) => {
                    schema.insert("allOf", vec![beside]);
                }
            }
        }
    }
}

fn as_float(value: &Bson) -> f64 {
    match value {
        Bson::Int32(value) => f64::from(*value),
        #[allow(clippy::cast_precision_loss)]
        // bounds beyond 2^53 that differ by less are the same to a reader
        Bson::Int64(value) => *value as f64,
        Bson::Double(value) => *value,
        _ => f64::NAN,
    }
}

/// A whole number in the narrowest type that holds it.
pub(super) fn integer(value: i64) -> Bson {
    i32::try_from(value).map_or(Bson::Int64(value), Bson::Int32)
}

fn number(value: Number) -> Bson {
    match value {
        Number::Integer(value) => integer(value),
        Number::Float(value) => Bson::Double(value),
    }
}
