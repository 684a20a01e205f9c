//! Paths to fields: `assignee.id`.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::{
    Expr, Ident, Member, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};

use super::unraw;

/// A path to a field by Rust names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyPath {
    /// The segments, never none.
    pub(crate) segments: Vec<Ident>,
}

impl KeyPath {
    /// The path of one field.
    pub(crate) fn field(name: &str) -> Self {
        Self {
            segments: vec![Ident::new(name, Span::call_site())],
        }
    }

    /// The first segment, a field of the struct itself.
    pub(crate) fn first(&self) -> &Ident {
        &self.segments[0]
    }

    /// Where a message about the path belongs.
    pub(crate) fn span(&self) -> Span {
        self.first().span()
    }

    /// The path as it is written.
    pub(crate) fn text(&self) -> String {
        let names: Vec<String> = self.segments.iter().map(unraw).collect();
        names.join(".")
    }

    /// The path that an expression is, if it is one.
    pub(crate) fn of_expr(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Path(path) => path.path.get_ident().map(|ident| Self {
                segments: vec![ident.clone()],
            }),
            Expr::Field(field) => {
                let mut path = Self::of_expr(&field.base)?;
                let Member::Named(name) = &field.member else {
                    return None;
                };
                path.segments.push(name.clone());
                Some(path)
            }
            Expr::Paren(paren) => Self::of_expr(&paren.expr),
            Expr::Group(group) => Self::of_expr(&group.expr),
            _ => None,
        }
    }
}

impl Parse for KeyPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut segments = vec![input.call(Ident::parse_any)?];
        while input.peek(Token![.]) {
            input.parse::<Token![.]>()?;
            segments.push(input.call(Ident::parse_any)?);
        }
        Ok(Self { segments })
    }
}

impl FromMeta for KeyPath {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Self::of_expr(expr).ok_or_else(|| {
            let text = "this is not a field; write its name, or a path such as `owner.id`";
            Error::custom(text).with_span(expr)
        })
    }
}
