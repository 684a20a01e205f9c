//! `$jsonSchema` documents.

use bson::{Array, Bson, Document, doc};

use super::{
    bounds::{insert_bound, integer, write_in_decimal},
    object, schema_version, variants,
};
use crate::model::{Collection, Field, Form, Keyword, Map, Placed, Shape, Types};

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
pub(super) fn insert_key_pattern(schema: &mut Document, pattern: &str) {
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
