//! `#[index(…)]`.

use darling::{FromMeta, Result};
use proc_macro2::Span;
use syn::{
    Attribute, Expr, Meta, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use super::{
    Allows, BoundValue, Filter, KeyPath, Keyed,
    entries::{entries_of, read},
    keyword::literal_number,
    value::parse_list,
};
use crate::faults::Faults;

/// An index as it is declared.
#[derive(Debug)]
pub(crate) struct Index {
    /// Where `keys` is written.
    pub(crate) span: Span,
    /// The keys, never none.
    pub(crate) keys: Vec<Key>,
    /// What else is said.
    pub(crate) attrs: IndexAttrs,
}

/// A key of an index.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    /// The field.
    pub(crate) path: KeyPath,
    /// Whether it is in descending order.
    pub(crate) descending: bool,
}

/// What `#[index(…)]` says.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct IndexAttrs {
    keys: Option<Keyed<Keys>>,
    /// The name, where it is not the default one.
    pub(crate) name: Option<Keyed<String>>,
    /// Whether no two documents may have the same keys.
    #[darling(default)]
    pub(crate) unique: bool,
    /// The condition on the documents that are indexed.
    pub(crate) partial: Option<Filter>,
    /// After how long a document expires, as it is written.
    pub(crate) expire_after: Option<Keyed<String>>,
    #[darling(multiple, rename = "allow")]
    allows: Vec<Allows>,
}

#[derive(Debug, Clone)]
struct Keys(Vec<Key>);

impl IndexAttrs {
    /// The rules that are suppressed for the index.
    pub(crate) fn allows(&self) -> Allows {
        Allows(
            self.allows
                .iter()
                .flat_map(|allows| allows.0.iter().cloned())
                .collect(),
        )
    }
}

/// The indexes of a type; one with a broken attribute is left out, after its faults were added.
pub(crate) fn indexes(attrs: &[Attribute], faults: &mut Faults) -> Vec<Index> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident("index"));
    attrs.filter_map(|attr| index(attr, faults)).collect()
}

fn index(attr: &Attribute, faults: &mut Faults) -> Option<Index> {
    let place = attr.path().span();
    let entries = entries_of(attr, faults)?;
    let (mut attrs, whole) = read::<IndexAttrs>(&entries, faults);
    if !whole {
        return None;
    }
    match attrs.keys.take() {
        Some(keys) if !keys.value.0.is_empty() => Some(Index {
            span: keys.span,
            keys: keys.value.0,
            attrs,
        }),
        keys => {
            let place = keys.map_or(place, |keys| keys.span);
            faults.add(place, "the index has no keys; write `keys(tenant_id, …)`");
            None
        }
    }
}

impl FromMeta for Keys {
    fn from_meta(item: &Meta) -> Result<Self> {
        let keys = parse_list(item, Punctuated::<Key, Token![,]>::parse_terminated)?;
        Ok(Self(keys.into_iter().collect()))
    }
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.parse()?;
        if !input.peek(Token![=]) {
            return Ok(Self {
                path,
                descending: false,
            });
        }
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        match literal_number(&value) {
            Some(BoundValue::Integer(1)) => Ok(Self {
                path,
                descending: false,
            }),
            Some(BoundValue::Integer(-1)) => Ok(Self {
                path,
                descending: true,
            }),
            _ => Err(syn::Error::new(
                value.span(),
                "this is not the order of a key; write `1` or `-1`",
            )),
        }
    }
}
