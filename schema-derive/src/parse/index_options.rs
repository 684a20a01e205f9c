//! `weights(…)`, `wildcard_projection(…)` and the bounds of an index.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::{
    Expr, Meta, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use super::{BoundValue, KeyPath, number::literal_number, path_text, value::parse_list};

/// `weights(title = 10, body = 2)`
#[derive(Debug, Clone)]
pub(crate) struct Weights(pub(crate) Vec<Weight>);

/// How much a field of a text index counts.
#[derive(Debug, Clone)]
pub(crate) struct Weight {
    /// The field.
    pub(crate) path: KeyPath,
    /// The weight, from 1 to 99999.
    pub(crate) weight: i32,
}

impl FromMeta for Weights {
    fn from_meta(item: &Meta) -> Result<Self> {
        let weights = parse_list(item, Punctuated::<Weight, Token![,]>::parse_terminated)?;
        let weights: Vec<Weight> = weights.into_iter().collect();
        if weights.is_empty() {
            let text = "`weights` names no field; write `weights(field = 10)`";
            return Err(Error::custom(text).with_span(item));
        }
        distinct(weights.iter().map(|weight| &weight.path))?;
        Ok(Self(weights))
    }
}

impl Parse for Weight {
    /// Source: Text Indexes, Weights.
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path: KeyPath = input.parse()?;
        if !input.peek(Token![=]) {
            let name = path.text();
            let text = format!("`{name}` has no weight; write `{name} = 10`");
            return Err(syn::Error::new(path.span(), text));
        }
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        match literal_number(&value) {
            Some(BoundValue::Integer(weight @ 1..=99_999)) => {
                let weight = i32::try_from(weight).unwrap_or(i32::MAX);
                Ok(Self { path, weight })
            }
            _ => Err(syn::Error::new(
                value.span(),
                "this is not a weight; write a whole number from 1 to 99999",
            )),
        }
    }
}

/// `wildcard_projection(include(a, b.c))`: the fields, and whether each is included.
#[derive(Debug, Clone)]
pub(crate) struct Projection(pub(crate) Vec<(KeyPath, bool)>);

impl FromMeta for Projection {
    fn from_meta(item: &Meta) -> Result<Self> {
        let lists = parse_list(item, Punctuated::<Meta, Token![,]>::parse_terminated)?;
        let mut fields = Vec::new();
        for list in &lists {
            let included = match path_text(list.path()).as_str() {
                "include" => true,
                "exclude" => false,
                _ => return Err(not_a_projection(list.span())),
            };
            let paths = parse_list(list, Punctuated::<KeyPath, Token![,]>::parse_terminated)
                .map_err(|error| error.with_span(list))?;
            fields.extend(paths.into_iter().map(|path| (path, included)));
        }
        if fields.is_empty() {
            return Err(not_a_projection(item.span()));
        }
        distinct(fields.iter().map(|(path, _)| path))?;
        Ok(Self(fields))
    }
}

fn not_a_projection(span: Span) -> Error {
    let text = "this names no fields; write `include(field, …)` or `exclude(field, …)`";
    Error::custom(text).with_span(&span)
}

/// No path is named twice.
fn distinct<'a>(paths: impl Iterator<Item = &'a KeyPath>) -> Result<()> {
    let mut seen: Vec<&KeyPath> = Vec::new();
    for path in paths {
        if seen.contains(&path) {
            let text = format!("`{}` is given twice; remove one of them", path.text());
            return Err(Error::custom(text).with_span(&path.span()));
        }
        seen.push(path);
    }
    Ok(())
}

/// A bound of a `2d` index's points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound64(pub(crate) f64);

impl FromMeta for Bound64 {
    fn from_expr(expr: &Expr) -> Result<Self> {
        match literal_number(expr) {
            Some(BoundValue::Float(bound)) => Ok(Self(bound)),
            // Every whole number that a map needs is exact in a double.
            Some(BoundValue::Integer(bound)) if bound.unsigned_abs() < 1 << 53 =>
            {
                #[allow(clippy::cast_precision_loss)]
                Ok(Self(bound as f64))
            }
            _ => {
                Err(Error::custom("this is not a number; write one such as `-180`").with_span(expr))
            }
        }
    }
}
