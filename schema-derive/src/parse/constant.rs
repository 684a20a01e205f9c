//! The constants of filters.

use darling::{Error, Result};
use proc_macro2::Span;
use syn::{Expr, ExprCall, Lit, Path, spanned::Spanned};

use super::{
    BoundValue,
    date::millis,
    filter::{name_of, refused_with},
    number::literal_number,
};

/// A constant where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Constant {
    /// The value.
    pub(crate) value: ConstantValue,
    /// Where it is written.
    pub(crate) span: Span,
}

/// A constant's value.
#[derive(Debug, Clone)]
pub(crate) enum ConstantValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// `date("…")`, in milliseconds since 1970.
    Date(i64),
    /// `object_id("…")`
    ObjectId([u8; 12]),
    /// A variant of an enum, such as `Status::Pending`.
    Variant(Path),
}

impl Constant {
    /// In a form of its own for each value.
    pub(super) fn canonical(&self) -> String {
        match &self.value {
            ConstantValue::Null => "null".to_owned(),
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Integer(value) => value.to_string(),
            ConstantValue::Float(value) => value.to_string(),
            ConstantValue::Text(text) => format!("{text:?}"),
            ConstantValue::Date(millis) => format!("date {millis}"),
            ConstantValue::ObjectId(bytes) => format!("id {bytes:?}"),
            ConstantValue::Variant(path) => format!("variant {}", super::path_text(path)),
        }
    }
}

pub(super) fn constant(expr: &Expr) -> Result<Constant> {
    let value = literal(expr)?;
    let span = expr.span();
    Ok(Constant { value, span })
}

fn literal(expr: &Expr) -> Result<ConstantValue> {
    match literal_number(expr) {
        Some(BoundValue::Integer(value)) => return Ok(ConstantValue::Integer(value)),
        Some(BoundValue::Float(value)) => return Ok(ConstantValue::Float(value)),
        _ => {}
    }
    match expr {
        Expr::Paren(paren) => literal(&paren.expr),
        Expr::Group(group) => literal(&group.expr),
        Expr::Lit(constant) => match &constant.lit {
            Lit::Str(text) => Ok(ConstantValue::Text(text.value())),
            Lit::Bool(value) => Ok(ConstantValue::Bool(value.value)),
            other => Err(not_a_constant(other.span())),
        },
        Expr::Path(path) if path.path.is_ident("null") => Ok(ConstantValue::Null),
        Expr::Path(path) if path.path.segments.len() > 1 => {
            Ok(ConstantValue::Variant(path.path.clone()))
        }
        Expr::Call(call) => literal_function(call),
        _ => Err(not_a_constant(expr.span())),
    }
}

fn literal_function(call: &ExprCall) -> Result<ConstantValue> {
    let text = match call.args.iter().collect::<Vec<_>>()[..] {
        [Expr::Lit(literal)] => match &literal.lit {
            Lit::Str(text) => text.clone(),
            other => return Err(not_a_constant(other.span())),
        },
        _ => return Err(not_a_constant(call.span())),
    };
    match name_of(&call.func).as_deref() {
        Some("date") => millis(&text.value())
            .map(ConstantValue::Date)
            .ok_or_else(|| {
                refused_with(
                    text.span(),
                    "this is not a date",
                    "write it as `date(\"2026-01-31T00:00:00Z\")`",
                )
            }),
        Some("object_id") => object_id(&text.value())
            .map(ConstantValue::ObjectId)
            .ok_or_else(|| {
                refused_with(
                    text.span(),
                    "this is not an ObjectId",
                    "write its 24 hexadecimal digits",
                )
            }),
        _ => Err(not_a_constant(call.span())),
    }
}

fn object_id(text: &str) -> Option<[u8; 12]> {
    let mut bytes = [0; 12];
    if text.len() != 24 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).ok()?;
    }
    Some(bytes)
}

fn not_a_constant(span: Span) -> Error {
    let instead = "write a literal, an enum's variant by its path, `null`, `date(\"…\")` or `object_id(\"…\")`";
    refused_with(
        span,
        "a field can only be compared with a constant here",
        instead,
    )
}
