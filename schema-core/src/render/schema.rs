//! `$jsonSchema` documents.

use bson::{Array, Bson, Decimal128, Document, doc};

use super::{object, schema_version, variants};
use crate::model::{Collection, Field, Form, Keyword, Map, Number, Placed, Shape, Types};

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
    if super::options::has_generated_id(model) {
        for alternative in &mut alternatives {
            let id = doc! { "bsonType": "objectId" };
            alternative.properties.insert("_id", id);
        }
    }
    let mut schema = doc! { "bsonType": "object" };
    object::insert(&mut schema, doc.description, alternatives, false);
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
    // A keyword inside a tuple stands at each position that it says something about.
    let here = || {
        keywords
            .iter()
            .filter(|placed| placed.depth == depth)
            .map(|placed| placed.keyword)
            .filter(|keyword| keyword.applies_to().intersects(shape.types))
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
    if shape.types.and(Types::NUMBER).is(Types::DECIMAL) {
        write_in_decimal(&mut schema);
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
            let null = shape.types.intersects(Types::NULL);
            let forms = object::of_doc(doc.get());
            object::insert(schema, doc.get().description, forms, null);
        }
        Form::Variants(all) => {
            variants::insert(schema, all.get(), shape.types.intersects(Types::NULL));
        }
        Form::Array(array) => {
            schema.insert("items", value_schema(&array.items, keywords, depth + 1));
            if let Some(length) = array.length {
                insert_bound(schema, Keyword::MinItems(length));
            }
            if let Some(most) = array.most() {
                insert_bound(schema, Keyword::MaxItems(most));
            }
            if array.unique {
                insert_bound(schema, Keyword::UniqueItems);
            }
        }
        Form::Tuple(items) => {
            let schemas = items
                .iter()
                .map(|item| Bson::Document(value_schema(item, keywords, depth + 1)));
            schema.insert("items", schemas.collect::<Array>());
            let length = u32::try_from(items.len()).unwrap_or(u32::MAX);
            insert_bound(schema, Keyword::MinItems(length));
            insert_bound(schema, Keyword::MaxItems(length));
        }
        Form::Map(map) => insert_map(schema, map, keywords, depth),
        Form::Newtype(newtype) => {
            let types = Types::ANY;
            let inner = Shape {
                types,
                ..newtype.inner
            };
            let mut inner = value_schema(&inner, &both(newtype.keywords, keywords, depth), 0);
            // What is said where the newtype is used is nearer to the reader.
            for annotation in ["title", "description"] {
                if schema.contains_key(annotation) {
                    inner.remove(annotation);
                }
            }
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

/// The keywords inside a newtype: its own, and those that a user of it places deeper than on itself.
fn both(own: &[Placed], outer: &[Placed], depth: u8) -> Vec<Placed> {
    let deeper = outer.iter().filter(|placed| placed.depth > depth);
    let moved = deeper.map(|placed| Placed {
        depth: placed.depth - depth,
        ..*placed
    });
    own.iter().copied().chain(moved).collect()
}

/// A closed document where its names are an enum's, otherwise one whose names may be anything, or
/// what a pattern admits.
fn insert_map(schema: &mut Document, map: &Map, keywords: &[Placed], depth: u8) {
    let values = value_schema(&map.values, keywords, depth + 1);
    if let Some(names) = map.names() {
        let properties = stored_names(names, false);
        let properties = properties
            .iter()
            .filter_map(Bson::as_str)
            .map(|name| (name.to_owned(), Bson::Document(values.clone())));
        schema.insert("properties", properties.collect::<Document>());
        schema.insert("additionalProperties", false);
    } else if let Some(pattern) = map.pattern() {
        insert_pattern_properties(schema, pattern, values);
    } else {
        schema.insert("additionalProperties", values);
    }
}

/// Only names that a pattern admits, with values of this schema.
fn insert_pattern_properties(schema: &mut Document, pattern: &str, values: Document) {
    schema.insert("patternProperties", doc! { pattern: values });
    schema.insert("additionalProperties", false);
}

/// `keys(pattern = "…")`: what was said of every other field is said of those that it admits.
fn insert_key_pattern(schema: &mut Document, pattern: &str) {
    let values = match schema.remove("additionalProperties") {
        Some(Bson::Document(values)) => values,
        _ => Document::new(),
    };
    insert_pattern_properties(schema, pattern, values);
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
        Keyword::KeyPattern(pattern) => insert_key_pattern(schema, pattern),
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

/// Bounds of a decimal are decimals: in binary 0.1 is a little more than that.
fn write_in_decimal(schema: &mut Document) {
    for key in ["minimum", "maximum", "multipleOf"] {
        if let Some(Bson::Double(value)) = schema.get(key) {
            let value = decimal(&value.to_string());
            schema.insert(key, value);
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
        Bson::Decimal128(value) => value.to_string().parse().unwrap_or(f64::NAN),
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
        Number::Decimal(digits) => decimal(digits),
    }
}

/// A number in decimal; what has too many digits for that, in binary.
fn decimal(digits: &str) -> Bson {
    match (digits.parse::<Decimal128>(), digits.parse::<f64>()) {
        (Ok(value), _) => Bson::Decimal128(value),
        (Err(_), Ok(value)) => Bson::Double(value),
        (Err(_), Err(_)) => Bson::Null,
    }
}
