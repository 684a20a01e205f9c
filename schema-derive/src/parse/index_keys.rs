//! `keys(…)` of an index.

use darling::{FromMeta, Result};
use proc_macro2::Span;
use syn::{
    Expr, Lit, LitStr, Meta, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use super::{BoundValue, KeyPath, nearest, number::literal_number, value::parse_list};

/// A key of an index.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    /// The field; none for `*`, which is every field.
    pub(crate) path: Option<KeyPath>,
    /// How it is indexed.
    pub(crate) kind: Kind,
    /// Where it is written.
    pub(crate) span: Span,
}

/// How a key is indexed. The numbers are those of `schema_core::model::KeyKind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// In ascending order.
    Ascending = 0,
    /// In descending order.
    Descending = 1,
    /// By the words in it.
    Text = 2,
    /// By a hash.
    Hashed = 3,
    /// As GeoJSON, or as longitude and latitude, on a sphere.
    Geo2dSphere = 4,
    /// As a point on a plane.
    Geo2d = 5,
    /// Every path behind it, or every path of all.
    Wildcard = 6,
}

/// The kinds by the word that names them.
const KINDS: &[(&str, Kind)] = &[
    ("text", Kind::Text),
    ("hashed", Kind::Hashed),
    ("2dsphere", Kind::Geo2dSphere),
    ("2d", Kind::Geo2d),
];

impl Kind {
    /// Whether the key is an ordinary one, in this or that direction.
    pub(crate) fn is_directed(self) -> bool {
        matches!(self, Self::Ascending | Self::Descending)
    }

    /// The word that names it, if there is one.
    pub(crate) fn word(self) -> Option<&'static str> {
        KINDS
            .iter()
            .find(|(_, kind)| *kind == self)
            .map(|(word, _)| *word)
    }
}

impl Key {
    /// The byte by which the model tells its kind.
    pub(crate) fn code(&self) -> u8 {
        match (&self.path, self.kind) {
            (None, Kind::Text) => 8,
            (None, _) => 7,
            (Some(_), kind) => kind as u8,
        }
    }

    /// The key as it is written.
    pub(crate) fn text(&self) -> String {
        let path = self.path.as_ref().map(|path| {
            let quote = if path.stored { "\"" } else { "" };
            format!("{quote}{}{quote}", path.text())
        });
        match (path, self.kind) {
            (None, Kind::Text) => "* = \"text\"".to_owned(),
            (None, _) => "*".to_owned(),
            (Some(path), Kind::Wildcard) => format!("{path}.*"),
            (Some(path), Kind::Ascending) => path,
            (Some(path), Kind::Descending) => format!("{path} = -1"),
            (Some(path), kind) => format!("{path} = \"{}\"", kind.word().unwrap_or_default()),
        }
    }
}

/// Every key of `keys(…)`.
#[derive(Debug, Clone)]
pub(super) struct Keys(pub(super) Vec<Key>);

impl FromMeta for Keys {
    fn from_meta(item: &Meta) -> Result<Self> {
        let keys = parse_list(item, Punctuated::<Key, Token![,]>::parse_terminated)?;
        Ok(Self(keys.into_iter().collect()))
    }
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let span = input.span();
        let (path, wildcard) = if input.peek(Token![*]) {
            input.parse::<Token![*]>()?;
            (None, true)
        } else if input.peek(LitStr) {
            (Some(KeyPath::as_stored(&input.parse()?)?), false)
        } else {
            let (path, wildcard) = KeyPath::parse_open(input)?;
            (Some(path), wildcard)
        };
        let given = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Some(kind(&input.parse()?)?)
        } else {
            None
        };
        match (wildcard, given) {
            (false, given) => Ok((given.map_or(Kind::Ascending, |(kind, _)| kind), path)),
            (true, None | Some((Kind::Ascending, _))) => Ok((Kind::Wildcard, path)),
            (true, Some((Kind::Text, _))) if path.is_none() => Ok((Kind::Text, path)),
            (true, Some((_, place))) => Err(syn::Error::new(
                place,
                "a key with `*` has no order and no kind; remove this, or write `* = \"text\"`",
            )),
        }
        .map(|(kind, path)| Self { path, kind, span })
    }
}

/// The kind that a key is given, and where it is written.
fn kind(value: &Expr) -> syn::Result<(Kind, Span)> {
    let place = value.span();
    match literal_number(value) {
        Some(BoundValue::Integer(1)) => return Ok((Kind::Ascending, place)),
        Some(BoundValue::Integer(-1)) => return Ok((Kind::Descending, place)),
        _ => {}
    }
    let Expr::Lit(literal) = value else {
        return Err(not_a_kind(place));
    };
    let Lit::Str(word) = &literal.lit else {
        return Err(not_a_kind(place));
    };
    let word = word.value();
    let known = KINDS.iter().map(|(word, _)| *word);
    match KINDS.iter().find(|(known, _)| *known == word) {
        Some((_, kind)) => Ok((*kind, place)),
        None => {
            let text = format!("`{word}` is not a kind of key; {}", nearest(known, &word));
            Err(syn::Error::new(place, text))
        }
    }
}

fn not_a_kind(place: Span) -> syn::Error {
    let text = "this is not the order of a key; write `1` or `-1`, or a kind such as `\"text\"`";
    syn::Error::new(place, text)
}
