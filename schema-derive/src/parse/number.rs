//! Numbers as attributes write them.

use darling::{Error, FromMeta, Result};
use syn::{Expr, ExprUnary, Lit, Meta, UnOp};

use super::BoundValue;

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

pub(super) fn number(meta: &Meta) -> Result<BoundValue> {
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
