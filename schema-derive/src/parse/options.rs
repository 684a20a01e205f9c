//! The options of a collection that have parts of their own: `time_series(…)`, `capped(…)` and
//! the like.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use quote::ToTokens;
use syn::{
    Expr, Ident, Lit, Meta, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
    token::Paren,
};

use super::{
    Bytes, KeyPath, Keyed, Millis, Seconds,
    keyword::BoundValue,
    nearest,
    number::{Count, literal_number},
    value::parse_list,
};

/// One of the words that the server knows for an option, in the server's own spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word(pub(crate) &'static str);

impl Word {
    /// The word that a value is, also in snake_case.
    fn of(value: &Expr, known: &'static [&'static str]) -> Result<Self> {
        let text = String::from_expr(value)?;
        let found = known
            .iter()
            .find(|word| **word == text || snake_case(word) == text);
        found.map(|word| Self(word)).ok_or_else(|| {
            let instead = nearest(known.iter().copied(), &text);
            Error::custom(format!("unknown value `{text}`; {instead}")).with_span(value)
        })
    }
}

fn snake_case(word: &str) -> String {
    let mut snake = String::new();
    for ch in word.chars() {
        if ch.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(ch.to_ascii_lowercase());
    }
    snake
}

/// A kind of [`Word`]: its name here, what it is, and the words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $($word:literal)*;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) &'static str);

        impl FromMeta for $name {
            fn from_expr(expr: &Expr) -> Result<Self> {
                Word::of(expr, &[$($word),*]).map(|word| Self(word.0))
            }
        }
    )*};
}

words! {
    /// `validationLevel`. Source: Specify Validation Level for Existing Documents.
    Level: "off" "moderate" "strict" "constraint";
    /// `validationAction`. Source: Choose How to Handle Invalid Documents.
    Action: "error" "warn" "errorAndLog";
    /// `granularity`. Source: Set Granularity for Time Series Data.
    Granularity: "seconds" "minutes" "hours";
    /// A read concern's level. Source: Read Concern.
    ReadConcern: "local" "available" "majority" "linearizable" "snapshot";
}

/// `validation(level = "…", action = "…")`
#[derive(Debug, Default, FromMeta)]
pub(crate) struct Validation {
    /// `validationLevel`
    pub(crate) level: Option<Level>,
    /// `validationAction`
    pub(crate) action: Option<Keyed<Action>>,
}

/// `time_series(…)`
#[derive(Debug, FromMeta)]
pub(crate) struct TimeSeries {
    /// The field that holds each measurement's time.
    pub(crate) time: KeyPath,
    /// The field that identifies a series.
    pub(crate) meta: Option<KeyPath>,
    /// How far apart measurements are.
    pub(crate) granularity: Option<Keyed<Granularity>>,
    /// The longest time that a bucket spans.
    pub(crate) bucket_max_span: Option<Keyed<Seconds>>,
    /// What a bucket's start is rounded down to.
    pub(crate) bucket_rounding: Option<Keyed<Seconds>>,
    /// After how long a measurement is deleted.
    pub(crate) expire_after: Option<Keyed<Seconds>>,
}

/// `clustered` or `clustered(expire_after = "…")`
#[derive(Debug, Default, FromMeta)]
#[darling(from_word = || Ok(Clustered::default()))]
pub(crate) struct Clustered {
    /// How long after the date in `_id` a document is deleted.
    pub(crate) expire_after: Option<Keyed<Seconds>>,
}

/// `capped(size = "…", max = …)`
#[derive(Debug, FromMeta)]
pub(crate) struct Capped {
    /// The size in bytes.
    pub(crate) size: Bytes,
    /// The most documents.
    pub(crate) max: Option<Keyed<Count>>,
}

/// `write_concern(w = …, journal, timeout = "…")`
#[derive(Debug, FromMeta)]
pub(crate) struct WriteConcern {
    /// Who has to acknowledge a write.
    pub(crate) w: Option<Acknowledgment>,
    /// Whether the journal has to be written.
    pub(crate) journal: Option<Keyed<bool>>,
    /// How long to wait, in milliseconds.
    pub(crate) timeout: Option<Millis>,
}

/// Who has to acknowledge a write. Source: Write Concern, `w` Option.
#[derive(Debug, Clone)]
pub(crate) enum Acknowledgment {
    /// So many members.
    Nodes(u32),
    /// `majority`, or a custom one by its name.
    Named(String),
}

impl FromMeta for Acknowledgment {
    fn from_expr(expr: &Expr) -> Result<Self> {
        // A replica set has at most 50 members.
        match literal_number(expr) {
            Some(BoundValue::Integer(nodes @ 0..=50)) => {
                return Ok(Self::Nodes(u32::try_from(nodes).unwrap_or_default()));
            }
            Some(_) => {
                let text =
                    "this is not a number of members; write one from 0 to 50, or `\"majority\"`";
                return Err(Error::custom(text).with_span(expr));
            }
            None => {}
        }
        let name = String::from_expr(expr)?;
        if name.is_empty() {
            return Err(Error::custom("this is empty; write `w = \"majority\"`").with_span(expr));
        }
        Ok(Self::Named(name))
    }
}

/// `shard_key(tenant_id, hashed(id))`
#[derive(Debug, Clone)]
pub(crate) struct ShardKey(pub(crate) Vec<ShardKeyPart>);

/// A part of a shard key.
#[derive(Debug, Clone)]
pub(crate) struct ShardKeyPart {
    /// The field.
    pub(crate) path: KeyPath,
    /// Whether it is hashed.
    pub(crate) hashed: bool,
}

impl FromMeta for ShardKey {
    fn from_meta(item: &Meta) -> Result<Self> {
        let parts = parse_list(
            item,
            Punctuated::<ShardKeyPart, Token![,]>::parse_terminated,
        )?;
        if parts.is_empty() {
            let text = "the shard key is empty; write `shard_key(tenant_id, id)`";
            return Err(Error::custom(text).with_span(item));
        }
        Ok(Self(parts.into_iter().collect()))
    }
}

impl Parse for ShardKeyPart {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !(input.peek(Ident::peek_any) && input.peek2(Paren)) {
            return Ok(Self {
                path: input.parse()?,
                hashed: false,
            });
        }
        let function = input.call(Ident::parse_any)?;
        let inside;
        syn::parenthesized!(inside in input);
        if function != "hashed" {
            let text = format!("`{function}(…)` is no part of a shard key; write `hashed(field)`");
            return Err(syn::Error::new(function.span(), text));
        }
        let path = inside.parse()?;
        if !inside.is_empty() {
            return Err(inside.error("`hashed` takes one field; write `hashed(field)`"));
        }
        Ok(Self { path, hashed: true })
    }
}

/// `external_index("ops_*")` and `external("legacy_*")`: names, in which `*` stands for any text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patterns(pub(crate) Vec<String>);

impl FromMeta for Patterns {
    fn from_meta(item: &Meta) -> Result<Self> {
        let list = parse_list(item, Punctuated::<Lit, Token![,]>::parse_terminated)?;
        let mut errors = Error::accumulator();
        let names = list.iter().filter_map(|name| errors.handle(pattern(name)));
        let names: Vec<String> = names.collect();
        errors.finish()?;
        if names.is_empty() {
            let key = item.path().to_token_stream();
            let text = format!("`{key}` names nothing; write `{key}(\"ops_*\")`");
            return Err(Error::custom(text).with_span(item));
        }
        Ok(Self(names))
    }
}

fn pattern(name: &Lit) -> Result<String> {
    match name {
        Lit::Str(text) if !text.value().is_empty() => Ok(text.value()),
        other => {
            let text = "this is not a name; write a string, such as `\"ops_*\"`";
            Err(Error::custom(text).with_span(other))
        }
    }
}

/// `accepts(1, 2, unversioned)`
#[derive(Debug, Clone, Default)]
pub(crate) struct Accepts {
    /// The older versions.
    pub(crate) versions: Vec<(Span, u32)>,
    /// The word by which documents without a version count as those of version 1.
    pub(crate) unversioned: Option<Span>,
}

impl FromMeta for Accepts {
    fn from_meta(item: &Meta) -> Result<Self> {
        let list = parse_list(item, Punctuated::<Expr, Token![,]>::parse_terminated)?;
        let mut errors = Error::accumulator();
        let mut accepts = Self::default();
        for part in &list {
            errors.handle(accepts.add(part));
        }
        errors.finish()?;
        if accepts.versions.is_empty() {
            let text = "`accepts` names no version; write `accepts(1)`";
            return Err(Error::custom(text).with_span(item));
        }
        Ok(accepts)
    }
}

impl Accepts {
    fn add(&mut self, part: &Expr) -> Result<()> {
        if let Expr::Path(word) = part
            && word.path.is_ident("unversioned")
        {
            self.unversioned = Some(part.span());
            return Ok(());
        }
        let Count(version) = Count::from_expr(part)?;
        self.versions.push((part.span(), version));
        Ok(())
    }
}

/// The type in `previous = Type`.
#[derive(Debug, Clone)]
pub(crate) struct Type(pub(crate) Path);

impl FromMeta for Type {
    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Path(path) if path.qself.is_none() => Ok(Self(path.path.clone())),
            Expr::Group(group) => Self::from_expr(&group.expr),
            _ => Err(Error::unexpected_expr_type(expr).with_span(expr)),
        }
    }
}
