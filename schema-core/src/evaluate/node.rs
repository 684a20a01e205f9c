//! A schema, compiled.

use bson::{Bson, Document};

use super::arrays::Arrays;
use super::enumeration::Enumeration;
use super::logic::Logic;
use super::numbers::Numbers;
use super::objects::Objects;
use super::place::{Place, Result, Written, code};
use super::raw::{Value, kind};
use super::strings::Strings;
use super::types::Types;

/// The keywords that a schema can have.
const KEYWORDS: [&str; 31] = [
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "bsonType",
    "dependencies",
    "description",
    "encrypt",
    "encryptMetadata",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// The keywords of JSON Schema that the server knows and does not take.
const UNSUPPORTED: [&str; 6] = ["$ref", "$schema", "default", "definitions", "format", "id"];

/// The keywords whose values are shown where they are broken, or beside what is.
const SHOWN: [&str; 21] = [
    "additionalItems",
    "additionalProperties",
    "bsonType",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// What is asked of one value, by what it can be.
#[derive(Debug)]
pub(super) struct Node {
    types: Types,
    numbers: Option<Box<Numbers>>,
    strings: Option<Box<Strings>>,
    arrays: Option<Box<Arrays>>,
    objects: Option<Box<Objects>>,
    values: Option<Enumeration>,
    logic: Vec<Logic>,
    /// The values of the keywords that are shown.
    stated: Document,
}

impl Node {
    /// Compiles in the order in which the server looks, so that of several faults the same one is
    /// told.
    pub(super) fn compile(schema: &Document, place: &Place) -> Result<Self> {
        keywords_are_known(schema, place)?;
        let written = Written { schema, place };
        written.string("description")?;
        written.string("title")?;
        Ok(Self {
            types: Types::compile(written)?,
            strings: Strings::compile(written)?.map(Box::new),
            numbers: Numbers::compile(written)?.map(Box::new),
            arrays: Arrays::compile(written)?.map(Box::new),
            objects: Objects::compile(written)?.map(Box::new),
            logic: Logic::compile(written)?,
            values: Enumeration::compile(written)?,
            stated: shown(schema),
        })
    }

    /// Whether nothing is wrong with the value, and it is whole: what holds needs no other look at
    /// its form. Of what does not hold it is not known which of the two is at fault.
    #[inline]
    pub(super) fn holds(&self, value: Value<'_>) -> bool {
        let (tag, bytes) = value.parts();
        self.types.has(value.kind()) && self.holds_of_type(tag, bytes)
    }

    /// What is asked beside the type.
    fn holds_of_type(&self, tag: usize, bytes: &[u8]) -> bool {
        let value = Value::of(tag, bytes);
        self.holds_for_its_type(value)
            && self.values.as_ref().is_none_or(|it| it.holds(value))
            && self.logic.iter().all(|it| it.holds(value))
    }

    #[inline]
    fn holds_for_its_type(&self, value: Value<'_>) -> bool {
        match value.kind() {
            kind::STRING => {
                value.is_whole_text() && self.strings.as_ref().is_none_or(|it| it.hold(value))
            }
            kind::OBJECT => match &self.objects {
                Some(objects) => objects.hold(value),
                None => self.is_whole_or_asked_on(value),
            },
            kind::ARRAY => match &self.arrays {
                Some(arrays) => arrays.hold(value),
                None => self.is_whole_or_asked_on(value),
            },
            kind::INT | kind::LONG | kind::DOUBLE | kind::DECIMAL => {
                self.numbers.as_ref().is_none_or(|it| it.hold(value))
            }
            _ => value.is_whole(),
        }
    }

    /// Where there are further schemas, these look at it.
    fn is_whole_or_asked_on(&self, value: Value<'_>) -> bool {
        !self.logic.is_empty() || value.is_whole()
    }

    /// What is wrong with the value: a document for each broken keyword, in the server's order.
    pub(super) fn details(&self, value: Value<'_>) -> Vec<Document> {
        let (stated, mut out) = (&self.stated, Vec::new());
        if let Some(strings) = &self.strings {
            strings.explain(value, stated, &mut out);
        }
        if let Some(numbers) = &self.numbers {
            numbers.explain(value, stated, &mut out);
        }
        if let Some(arrays) = &self.arrays {
            arrays.explain(value, stated, &mut out);
        }
        if let Some(objects) = &self.objects {
            objects.explain(value, stated, &mut out);
        }
        self.logic.iter().for_each(|it| it.explain(value, &mut out));
        if let Some(values) = &self.values {
            values.explain(value, stated, &mut out);
        }
        self.types.explain(value, stated, &mut out);
        out
    }

    /// Title and description, which the server shows beside what is wrong.
    pub(super) fn annotations(&self) -> Document {
        let named = ["title", "description"].into_iter();
        let stated =
            named.filter_map(|name| Some((name.to_owned(), self.stated.get(name)?.clone())));
        stated.collect()
    }
}

fn keywords_are_known(schema: &Document, place: &Place) -> Result<()> {
    for keyword in schema.keys().map(String::as_str) {
        if UNSUPPORTED.contains(&keyword) {
            return Err(place.unparsed(format!("`{keyword}` is a keyword that is not supported")));
        }
        if !KEYWORDS.contains(&keyword) {
            return Err(place.unparsed(format!("`{keyword}` is no keyword")));
        }
    }
    let mut encryption = ["encrypt", "encryptMetadata"].into_iter();
    match encryption.find(|keyword| schema.contains_key(keyword)) {
        None => Ok(()),
        Some(keyword) => {
            let message = format!("`{keyword}` is for encrypted fields, which cannot be evaluated");
            Err(place.refused(code::QUERY_FEATURE_NOT_ALLOWED, message))
        }
    }
}

/// `additionalProperties` with a schema is told by that schema's own faults.
fn shown(schema: &Document) -> Document {
    let shown = schema.iter().filter(|(keyword, value)| {
        SHOWN.contains(&keyword.as_str()) && !matches!(value, Bson::Document(_))
    });
    shown
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect()
}

/// `additionalItems` and `additionalProperties`: of those that nothing else speaks of.
#[derive(Debug)]
pub(super) enum Others {
    Free,
    Refused,
    Of(Box<Node>),
}

impl Others {
    pub(super) fn compile(written: Written<'_>, keyword: &str) -> Result<Self> {
        match written.get(keyword) {
            None | Some(Bson::Boolean(true)) => Ok(Self::Free),
            Some(Bson::Boolean(false)) => Ok(Self::Refused),
            Some(Bson::Document(schema)) => {
                let node = Node::compile(schema, &written.place.inner(keyword)?)?;
                Ok(Self::Of(Box::new(node)))
            }
            Some(_) => Err(written.place.mismatch(keyword, "an object or a boolean")),
        }
    }

    /// Whether the value is admitted and whole.
    #[inline]
    pub(super) fn admit(&self, value: Value<'_>) -> bool {
        match self {
            Self::Free => value.is_whole(),
            Self::Refused => false,
            Self::Of(node) => node.holds(value),
        }
    }
}
