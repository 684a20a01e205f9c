//! Bounds and annotations: the keys of `#[field(…)]` that end up in a schema.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use schema_rules::BOUNDS_EMPTY;
use syn::{Meta, spanned::Spanned};

use super::{
    entries, nearest,
    number::{Count, literal_number, number},
};

/// A keyword: its name in `#[field(…)]` and in the model, and what it takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Keyword {
    /// The name in `#[field(…)]`.
    pub(crate) name: &'static str,
    /// The variant of `schema_core::model::Keyword`.
    pub(crate) variant: &'static str,
    /// What is written behind it.
    takes: Takes,
    /// The kind of value that it says something about.
    pub(crate) about: About,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    Count,
    Number,
    Text,
    /// `keys(pattern = "…")`
    Keys,
    /// A BSON type's alias.
    Alias,
    Nothing,
}

/// The kind of value that a keyword says something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Strings.
    Text,
    /// Numbers.
    Number,
    /// Arrays.
    Array,
    /// Documents.
    Object,
    /// Every value.
    Any,
}

impl About {
    /// The kind in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Array => "an array",
            Self::Object | Self::Any => "a document",
        }
    }
}

/// Every keyword.
const KEYWORDS: &[Keyword] = &[
    keyword("min_length", "MinLength", Takes::Count, About::Text),
    keyword("max_length", "MaxLength", Takes::Count, About::Text),
    keyword("pattern", "Pattern", Takes::Text, About::Text),
    keyword("minimum", "Minimum", Takes::Number, About::Number),
    keyword("maximum", "Maximum", Takes::Number, About::Number),
    keyword(
        "exclusive_minimum",
        "ExclusiveMinimum",
        Takes::Number,
        About::Number,
    ),
    keyword(
        "exclusive_maximum",
        "ExclusiveMaximum",
        Takes::Number,
        About::Number,
    ),
    keyword("multiple_of", "MultipleOf", Takes::Number, About::Number),
    keyword("min_items", "MinItems", Takes::Count, About::Array),
    keyword("max_items", "MaxItems", Takes::Count, About::Array),
    keyword("unique_items", "UniqueItems", Takes::Nothing, About::Array),
    keyword(
        "min_properties",
        "MinProperties",
        Takes::Count,
        About::Object,
    ),
    keyword(
        "max_properties",
        "MaxProperties",
        Takes::Count,
        About::Object,
    ),
    keyword(
        "strict_bson_type",
        "StrictBsonType",
        Takes::Nothing,
        About::Number,
    ),
    keyword("keys", "KeyPattern", Takes::Keys, About::Object),
    // No keyword of the model: it decides what the shape is.
    keyword("bson", "", Takes::Alias, About::Any),
    keyword("title", "Title", Takes::Text, About::Any),
    keyword("description", "Description", Takes::Text, About::Any),
];

const fn keyword(name: &'static str, variant: &'static str, takes: Takes, about: About) -> Keyword {
    Keyword {
        name,
        variant,
        takes,
        about,
    }
}

/// A keyword where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    /// The keyword.
    pub(crate) keyword: &'static Keyword,
    /// How deep inside the field: 0 the field itself, 1 its items or values, and so on.
    pub(crate) depth: u8,
    /// What it was given.
    pub(crate) value: BoundValue,
    /// Where it is written.
    pub(crate) span: Span,
}

/// What a keyword was given.
#[derive(Debug, Clone)]
pub(crate) enum BoundValue {
    /// A number of characters, items or properties.
    Count(u32),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A number in decimal, as it is written in a string.
    Decimal(String),
    /// A text.
    Text(String),
    /// Nothing.
    Nothing,
}

impl Keyword {
    /// The keyword of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        KEYWORDS.iter().find(|keyword| keyword.name == name)
    }

    /// The names of all keywords.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        KEYWORDS.iter().map(|keyword| keyword.name)
    }

    fn value(&self, meta: &Meta) -> Result<BoundValue> {
        match self.takes {
            Takes::Count => length(meta),
            Takes::Text => String::from_meta(meta).map(BoundValue::Text),
            Takes::Keys => key_pattern(meta).map(BoundValue::Text),
            Takes::Alias => alias(meta).map(BoundValue::Text),
            Takes::Number => number(meta),
            Takes::Nothing if bool::from_meta(meta)? => Ok(BoundValue::Nothing),
            Takes::Nothing => {
                let text = format!("`{} = false` says nothing; remove it", self.name);
                Err(Error::custom(text))
            }
        }
    }
}

/// The length in `max_length = 40`.
fn length(meta: &Meta) -> Result<BoundValue> {
    if let Meta::NameValue(pair) = meta
        && let Some(BoundValue::Integer(number)) = literal_number(&pair.value)
        && i32::try_from(number).map_or(true, i32::is_negative)
    {
        let wrong = format!("`{number}` is not from 0 to {}", i32::MAX);
        let text = BOUNDS_EMPTY.message_with(&wrong, "write one that is");
        return Err(Error::custom(text).with_span(&pair.value));
    }
    Count::from_meta(meta).map(|count| BoundValue::Count(count.0))
}

/// The pattern in `keys(pattern = "…")`.
fn key_pattern(meta: &Meta) -> Result<String> {
    let malformed = || {
        let text = "`keys` is not written like this; write `keys(pattern = \"^…$\")`";
        Error::custom(text).with_span(meta)
    };
    let Meta::List(list) = meta else {
        return Err(malformed());
    };
    match &entries::nested(list)?[..] {
        [NestedMeta::Meta(pattern)] if pattern.path().is_ident("pattern") => {
            String::from_meta(pattern).map_err(|_| malformed())
        }
        _ => Err(malformed()),
    }
}

/// The alias in `bson = "…"`.
fn alias(meta: &Meta) -> Result<String> {
    let alias = String::from_meta(meta)?;
    super::field::known_alias(&alias, &["any"])
        .map_err(|text| Error::custom(text).with_span(meta))?;
    Ok(alias)
}

/// The deepest that `items(…)` and `values(…)` nest: more than the server stores.
const DEEPEST: u8 = 100;

/// Parses one key of `#[field(…)]` into bounds, if it is a keyword or leads to some.
pub(crate) fn bounds(meta: &Meta, depth: u8) -> Option<Result<Vec<Bound>>> {
    let name = super::path_text(meta.path());
    if name == "items" || name == "values" {
        return Some(nested(meta, depth + 1));
    }
    let keyword = Keyword::named(&name)?;
    let bound = keyword.value(meta).map_err(|error| error.with_span(meta));
    Some(bound.map(|value| {
        vec![Bound {
            keyword,
            depth,
            value,
            span: meta.path().span(),
        }]
    }))
}

fn nested(meta: &Meta, depth: u8) -> Result<Vec<Bound>> {
    let Meta::List(list) = meta else {
        return Err(Error::unsupported_format("word").with_span(meta));
    };
    if depth > DEEPEST {
        let text = format!("this nests deeper than {DEEPEST} levels; write less of it");
        return Err(Error::custom(text).with_span(meta));
    }
    let entries = entries::nested(list)?;
    let mut errors = Error::accumulator();
    let mut all = Vec::new();
    for entry in entries {
        if let Some(found) = errors.handle(one_nested(&entry, depth)) {
            all.extend(found);
        }
    }
    errors.finish_with(all)
}

fn one_nested(entry: &NestedMeta, depth: u8) -> Result<Vec<Bound>> {
    let meta = entries::meta(entry)?;
    bounds(meta, depth)
        .unwrap_or_else(|| Err(unknown_key(meta, &["items", "values"])))
        .map_err(|error| entries::malformed(error, &super::path_text(meta.path())))
}

/// That a key is none of the keywords, nor of these.
pub(crate) fn unknown_key(meta: &Meta, others: &[&'static str]) -> Error {
    let name = super::path_text(meta.path());
    let known: Vec<&str> = Keyword::names().chain(others.iter().copied()).collect();
    let instead = nearest(known.iter().copied(), &name);
    Error::custom(format!("unknown key `{name}`; {instead}")).with_span(meta.path())
}
