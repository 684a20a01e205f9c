//! Bounds and annotations: the keys of `#[field(…)]` that end up in a schema.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use schema_rules::BOUNDS_EMPTY;
use syn::{Expr, ExprUnary, Lit, Meta, UnOp, spanned::Spanned};

use super::{entries, nearest};

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

/// A whole number of 32 bits that is not negative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Count(pub(crate) u32);

impl FromMeta for Count {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let Some(BoundValue::Integer(number)) = literal_number(expr) else {
            return Err(Error::unexpected_expr_type(expr).with_span(expr));
        };
        // The server keeps these numbers in 32 bits and a sign.
        if let Ok(Ok(count)) = i32::try_from(number).map(u32::try_from) {
            return Ok(Self(count));
        }
        let text = format!(
            "`{number}` is not from 0 to {}; write one that is",
            i32::MAX
        );
        Err(Error::custom(text).with_span(expr))
    }
}

fn number(meta: &Meta) -> Result<BoundValue> {
    let Meta::NameValue(pair) = meta else {
        return Err(Error::unsupported_format("word").with_span(meta));
    };
    let number = decimal(&pair.value).or_else(|| literal_number(&pair.value));
    number.ok_or_else(|| {
        let text = "this is not a number of at most 64 bits; write one, or a decimal as `\"0.01\"`";
        Error::custom(text).with_span(&pair.value)
    })
}

/// The decimal number that a string is, if it is one of at most the 34 digits of a Decimal128.
fn decimal(expr: &Expr) -> Option<BoundValue> {
    let Expr::Lit(syn::ExprLit {
        lit: Lit::Str(text),
        ..
    }) = expr
    else {
        return None;
    };
    let text = text.value();
    let unsigned = text.strip_prefix('-').unwrap_or(&text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = whole.len() + fraction.len() <= 34;
    (digits(whole) && digits(fraction) && fits).then(|| BoundValue::Decimal(text.clone()))
}

/// The number that an expression is, if it is one.
pub(crate) fn literal_number(expr: &Expr) -> Option<BoundValue> {
    match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => signed_number(expr, "-"),
        Expr::Group(group) => literal_number(&group.expr),
        _ => signed_number(expr, ""),
    }
}

fn signed_number(expr: &Expr, sign: &str) -> Option<BoundValue> {
    let Expr::Lit(literal) = expr else {
        return None;
    };
    match &literal.lit {
        Lit::Int(value) => format!("{sign}{}", value.base10_digits())
            .parse()
            .ok()
            .map(BoundValue::Integer),
        Lit::Float(value) => {
            let value: f64 = format!("{sign}{}", value.base10_digits()).parse().ok()?;
            value.is_finite().then_some(BoundValue::Float(value))
        }
        _ => None,
    }
}
