//! Paths to fields: `assignee.id`, or as they are stored: `"edges.to"`.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use quote::ToTokens;
use schema_rules::INDEX_PATH_INVALID;
use syn::{
    Expr, Ident, Lit, LitStr, Member, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    spanned::Spanned,
};

use super::unraw;

/// A path to a field, by Rust names or as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct KeyPath {
    /// The segments, never none; their Rust names, without `r#`, or their stored names.
    pub(crate) segments: Vec<Segment>,
    /// Whether it is a stored path, taken as it is.
    pub(crate) stored: bool,
}

/// A segment of a path.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// The name.
    pub(crate) name: String,
    /// Where it is written; in a stored path, where the whole is.
    pub(crate) span: Span,
}

impl PartialEq for KeyPath {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.segments.iter().zip(&other.segments);
        self.stored == other.stored
            && self.segments.len() == other.segments.len()
            && pairs.all(|(own, other)| own.name == other.name)
    }
}

impl Eq for KeyPath {}

impl KeyPath {
    /// The name of the first segment, a field of the struct itself.
    pub(crate) fn first(&self) -> &str {
        &self.segments[0].name
    }

    /// Where a message about the path belongs.
    pub(crate) fn span(&self) -> Span {
        self.segments[0].span
    }

    /// The path as it is written, without quotes.
    pub(crate) fn text(&self) -> String {
        let names: Vec<&str> = self.segments.iter().map(|segment| &*segment.name).collect();
        names.join(".")
    }

    /// Whether it is the one, or leads through it.
    pub(crate) fn is_within(&self, outer: &Self) -> bool {
        self.stored == outer.stored
            && self.segments.len() >= outer.segments.len()
            && outer
                .segments
                .iter()
                .zip(&self.segments)
                .all(|(outer, inner)| outer.name == inner.name)
    }

    /// The path of one field.
    pub(crate) fn field(name: &str) -> Self {
        Self::of_ident(&Ident::new(name, Span::call_site()))
    }

    /// A path of one name.
    fn of_ident(ident: &Ident) -> Self {
        Self {
            segments: vec![Segment::of(ident)],
            stored: false,
        }
    }

    /// The path by Rust names that an expression is, if it is one.
    pub(crate) fn of_expr(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Path(path) => path.path.get_ident().map(Self::of_ident),
            Expr::Field(field) => {
                let mut path = Self::of_expr(&field.base)?;
                let Member::Named(name) = &field.member else {
                    return None;
                };
                path.segments.push(Segment::of(name));
                Some(path)
            }
            Expr::Paren(paren) => Self::of_expr(&paren.expr),
            Expr::Group(group) => Self::of_expr(&group.expr),
            _ => None,
        }
    }

    /// The path, also a stored one, that an expression is, if it is one.
    pub(crate) fn of_expr_or_stored(expr: &Expr) -> Option<syn::Result<Self>> {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(Self::as_stored(text)),
                _ => None,
            },
            Expr::Group(group) => Self::of_expr_or_stored(&group.expr),
            _ => Self::of_expr(expr).map(Ok),
        }
    }

    /// A stored path, taken as it is. Source: createIndexes; Field Names with Periods and Dollar
    /// Signs.
    pub(crate) fn as_stored(text: &LitStr) -> syn::Result<Self> {
        let path = text.value();
        let names: Vec<&str> = path.split('.').collect();
        let wrong = names
            .iter()
            .enumerate()
            .find_map(|(at, name)| wrong_name(name, at));
        if let Some(wrong) = wrong {
            let wrong = format!("stored path `{}` {wrong}", path.escape_debug());
            return Err(syn::Error::new(
                text.span(),
                INDEX_PATH_INVALID.message(&wrong),
            ));
        }
        let segments = names.into_iter().map(|name| Segment {
            name: name.to_owned(),
            span: text.span(),
        });
        Ok(Self {
            segments: segments.collect(),
            stored: true,
        })
    }

    /// A path by Rust names up to its end, or up to a `.*`, of which it is told.
    pub(crate) fn parse_open(input: ParseStream<'_>) -> syn::Result<(Self, bool)> {
        let mut path = Self::of_ident(&input.call(Ident::parse_any)?);
        while input.peek(Token![.]) {
            input.parse::<Token![.]>()?;
            if input.peek(Token![*]) {
                input.parse::<Token![*]>()?;
                return Ok((path, true));
            }
            refuse_position(input, &path)?;
            path.segments
                .push(Segment::of(&input.call(Ident::parse_any)?));
        }
        Ok((path, false))
    }
}

/// A position in an array is no Rust name.
fn refuse_position(input: ParseStream<'_>, path: &KeyPath) -> syn::Result<()> {
    let Ok(position) = input.fork().parse::<Lit>() else {
        return Ok(());
    };
    let path = format!("{}.{}", path.text(), position.to_token_stream());
    let text = format!("a position in an array is part of a stored path; write `\"{path}\"`");
    Err(syn::Error::new(position.span(), text))
}

/// What is wrong with a name at this position of a stored path.
fn wrong_name(name: &str, position: usize) -> Option<&'static str> {
    let reference = position > 0 && matches!(name, "$id" | "$ref" | "$db");
    match name {
        "" => Some("has an empty name"),
        _ if name.contains('\0') => Some("has a NUL in it"),
        _ if name.starts_with('$') && !reference => Some("has a name that starts with `$`"),
        "_fts" | "_ftsx" if position == 0 => Some("is reserved for text indexes"),
        _ => None,
    }
}

impl Segment {
    fn of(ident: &Ident) -> Self {
        Self {
            name: unraw(ident),
            span: ident.span(),
        }
    }
}

impl Parse for KeyPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return Self::as_stored(&input.parse()?);
        }
        match Self::parse_open(input)? {
            (path, false) => Ok(path),
            (path, true) => Err(syn::Error::new(
                path.span(),
                "a path with `*` is not a field; write one without it",
            )),
        }
    }
}

impl FromMeta for KeyPath {
    fn from_expr(expr: &Expr) -> Result<Self> {
        Self::of_expr(expr).ok_or_else(|| {
            let text = "this is not a field; write its name, or a path such as `owner.id`";
            Error::custom(text).with_span(&expr.span())
        })
    }
}

#[cfg(test)]
mod tests {
    use syn::{LitStr, parse_quote};

    use super::KeyPath;

    #[test]
    fn stored_paths_are_taken_as_they_are_if_the_server_can_address_them() {
        let path = KeyPath::as_stored(&parse_quote!("tags.0")).unwrap();
        assert_eq!((path.first(), path.text().as_str()), ("tags", "tags.0"));
        let reference: LitStr = parse_quote!("owner.$id");
        assert!(KeyPath::as_stored(&reference).is_ok());
        for wrong in ["", "a.", ".a", "a..b", "$a", "a.$b", "_fts", "a\0"] {
            let wrong = LitStr::new(wrong, proc_macro2::Span::call_site());
            let error = KeyPath::as_stored(&wrong).unwrap_err().to_string();
            assert!(error.ends_with("[index-path-invalid]"), "{error}");
        }
    }

    #[test]
    fn a_position_is_told_to_be_written_in_quotes() {
        let error = syn::parse_str::<KeyPath>("tags.0").unwrap_err().to_string();
        assert!(error.ends_with("write `\"tags.0\"`"), "{error}");
        let path: KeyPath = parse_quote!(owner.r#type);
        assert_eq!(path.text(), "owner.type");
    }
}
