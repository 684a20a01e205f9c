//! Which keywords of a schema a value breaks, and where. Source: $jsonSchema, Available Keywords.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
};

use bson::{Bson, Document};
use regex::Regex;

/// A place in a document, its steps after `/`, and a keyword that does not hold there.
pub(crate) type Broken = BTreeSet<(String, String)>;

/// What of `schema` does not hold of `value`.
pub(crate) fn broken(schema: &Document, value: &Bson) -> Broken {
    let mut all = Broken::new();
    walk(schema, value, "", &mut all);
    all
}

/// The schemas that hold inside of `value` by a keyword, each with the step that leads there.
pub(crate) fn inside<'a>(
    schema: &'a Document,
    keyword: &str,
    value: &Bson,
) -> Vec<(String, &'a Document)> {
    match (keyword, &schema[keyword], value) {
        ("items", Bson::Document(of_each), Bson::Array(items)) => (0..items.len())
            .map(|at| (at.to_string(), of_each))
            .collect(),
        ("items", Bson::Array(by_position), Bson::Array(items)) => {
            let schemas = by_position.iter().filter_map(Bson::as_document);
            let places = (0..items.len()).map(|at| at.to_string());
            places.zip(schemas).collect()
        }
        ("properties", Bson::Document(listed), Bson::Document(fields)) => fields
            .keys()
            .filter_map(|name| Some((name.clone(), listed.get_document(name).ok()?)))
            .collect(),
        ("patternProperties", Bson::Document(patterns), Bson::Document(fields)) => patterns
            .iter()
            .flat_map(|(pattern, of_each)| {
                let names = fields.keys().filter(|name| matches(pattern, name));
                names.filter_map(|name| Some((name.clone(), of_each.as_document()?)))
            })
            .collect(),
        ("additionalProperties", Bson::Document(of_each), Bson::Document(fields)) => {
            let others = fields.keys().filter(|name| !is_listed(schema, name));
            others.map(|name| (name.clone(), of_each)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a name is under `properties` or matches one of `patternProperties`.
pub(crate) fn is_listed(schema: &Document, name: &str) -> bool {
    let part = |key| schema.get_document(key).into_iter();
    part("properties").any(|listed| listed.contains_key(name))
        || part("patternProperties").any(|all| all.keys().any(|pattern| matches(pattern, name)))
}

/// Whether a text has a part that the pattern describes.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    thread_local! {
        /// A pattern takes long to read.
        static READ: RefCell<HashMap<String, Regex>> = RefCell::default();
    }
    READ.with_borrow_mut(|read| {
        let regex = read
            .entry(pattern.to_owned())
            .or_insert_with(|| Regex::new(pattern).unwrap());
        regex.is_match(text)
    })
}

/// The schemas in a list of them.
pub(crate) fn branches(schemas: &Bson) -> impl Iterator<Item = &Document> {
    schemas
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Bson::as_document)
}

/// The aliases of the types that `bsonType` admits.
pub(crate) fn types(argument: &Bson) -> Vec<&str> {
    match argument {
        Bson::String(alias) => vec![alias],
        Bson::Array(aliases) => aliases.iter().filter_map(Bson::as_str).collect(),
        other => panic!("not a type: {other}"),
    }
}

/// A number as a double. Exact for what bounds here are made of.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn number(value: &Bson) -> Option<f64> {
    match value {
        Bson::Int32(value) => Some(f64::from(*value)),
        Bson::Int64(value) => Some(*value as f64),
        Bson::Double(value) => Some(*value),
        Bson::Decimal128(value) => value.to_string().parse().ok(),
        _ => None,
    }
}

/// The argument of a keyword that counts.
pub(crate) fn count(argument: &Bson) -> usize {
    let count = argument.as_i32().map(usize::try_from);
    count.expect("a count").expect("none below nothing")
}

fn walk(schema: &Document, value: &Bson, place: &str, all: &mut Broken) {
    for (keyword, argument) in schema {
        if !holds(schema, keyword, argument, value) {
            all.insert((place.to_owned(), keyword.clone()));
        }
        for (step, inner) in inside(schema, keyword, value) {
            walk(inner, at(value, &step), &format!("{place}/{step}"), all);
        }
        let failed = match keyword.as_str() {
            "anyOf" => !branches(argument).any(|branch| broken(branch, value).is_empty()),
            keyword => keyword == "allOf",
        };
        for branch in branches(argument).filter(|_| failed) {
            walk(branch, value, place, all);
        }
    }
}

/// What is one step inside of a value.
pub(crate) fn at<'a>(value: &'a Bson, step: &str) -> &'a Bson {
    match value {
        Bson::Array(items) => &items[step.parse::<usize>().unwrap()],
        Bson::Document(fields) => &fields[step],
        _ => panic!("nothing inside"),
    }
}

/// Whether a keyword holds of the value itself, whatever is inside of it.
fn holds(schema: &Document, keyword: &str, argument: &Bson, value: &Bson) -> bool {
    match (keyword, value) {
        ("bsonType", value) => types(argument).contains(&alias(value)),
        ("enum", value) => argument.as_array().unwrap().contains(value),
        ("anyOf", value) => branches(argument).any(|branch| broken(branch, value).is_empty()),
        ("minLength", Bson::String(text)) => text.chars().count() >= count(argument),
        ("maxLength", Bson::String(text)) => text.chars().count() <= count(argument),
        ("pattern", Bson::String(text)) => matches(argument.as_str().unwrap(), text),
        ("minItems", Bson::Array(items)) => items.len() >= count(argument),
        ("maxItems", Bson::Array(items)) => items.len() <= count(argument),
        ("uniqueItems", Bson::Array(items)) => distinct(items),
        ("minProperties", Bson::Document(fields)) => fields.len() >= count(argument),
        ("maxProperties", Bson::Document(fields)) => fields.len() <= count(argument),
        ("required", Bson::Document(fields)) => {
            let names = argument.as_array().unwrap().iter();
            names
                .filter_map(Bson::as_str)
                .all(|name| fields.contains_key(name))
        }
        ("additionalProperties", Bson::Document(fields)) => {
            *argument != Bson::Boolean(false) || fields.keys().all(|name| is_listed(schema, name))
        }
        (keyword, value) => number(value).is_none_or(|value| measures(schema, keyword, value)),
    }
}

/// Whether a bound on numbers holds.
fn measures(schema: &Document, keyword: &str, value: f64) -> bool {
    let bound = || number(&schema[keyword]).expect("a bound");
    let exclusive = |flag| schema.get_bool(flag).unwrap_or(false);
    match keyword {
        "minimum" if exclusive("exclusiveMinimum") => value > bound(),
        "minimum" => value >= bound(),
        "maximum" if exclusive("exclusiveMaximum") => value < bound(),
        "maximum" => value <= bound(),
        "multipleOf" => (value / bound()).fract() == 0.0,
        _ => true,
    }
}

fn distinct(items: &[Bson]) -> bool {
    let mut before = items.iter().enumerate();
    before.all(|(at, item)| !items[..at].iter().any(|other| same(other, item)))
}

/// Whether two values are the same to `uniqueItems`, to which the order of fields is nothing.
fn same(one: &Bson, other: &Bson) -> bool {
    match (one, other) {
        (Bson::Document(one), Bson::Document(other)) => {
            let has = |(name, value)| other.get(name).is_some_and(|found| same(found, value));
            one.len() == other.len() && one.iter().all(has)
        }
        (one, other) => one == other,
    }
}

/// The alias of a value's type.
pub(crate) fn alias(value: &Bson) -> &'static str {
    schema_rules::bson_type(value.element_type() as u8).expect("a type of BSON")
}
