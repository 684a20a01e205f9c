//! Values of attribute keys, with the span of the key.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::{Meta, spanned::Spanned};

/// A value and the span of the key that it was given for, where a message about it belongs.
#[derive(Debug, Clone)]
pub(crate) struct Keyed<T> {
    /// The key's span.
    pub(crate) span: Span,
    /// The value.
    pub(crate) value: T,
}

impl<T: FromMeta> FromMeta for Keyed<T> {
    fn from_meta(item: &Meta) -> Result<Self> {
        let value = T::from_meta(item).map_err(|error| error.with_span(item))?;
        Ok(Self {
            span: item.path().span(),
            value,
        })
    }
}

/// Parses the tokens in the parentheses of `key(…)`.
pub(crate) fn parse_list<T>(item: &Meta, parser: impl syn::parse::Parser<Output = T>) -> Result<T> {
    match item {
        Meta::List(list) => list.parse_args_with(parser).map_err(Error::from),
        _ => Err(Error::unsupported_format("word").with_span(item)),
    }
}
