//! Filters as Rust expressions: `status == Status::Pending && exists(email)`.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use quote::ToTokens;
use schema_rules::PARTIAL_OPERATOR;
use syn::{BinOp, Expr, ExprCall, Lit, spanned::Spanned};

use super::{Constant, ConstantValue, KeyPath, constant::constant, field::known_alias, unraw};

/// A condition on a document.
#[derive(Debug, Clone)]
pub(crate) enum Filter {
    /// All hold.
    And(Vec<Filter>),
    /// One holds.
    Or(Vec<Filter>),
    /// A field compares with a constant.
    Compare(KeyPath, Comparison, Constant),
    /// A field is there.
    Exists(KeyPath),
    /// A field has a BSON type, by its alias.
    Type(KeyPath, Alias),
    /// A field has one of these values.
    OneOf(KeyPath, Vec<Constant>),
}

/// How a field compares with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// `==`
    Eq,
    /// `<`
    Lt,
    /// `<=`
    Lte,
    /// `>`
    Gt,
    /// `>=`
    Gte,
}

/// A BSON type's alias.
#[derive(Debug, Clone)]
pub(crate) struct Alias {
    /// The alias.
    pub(crate) name: String,
    /// Where it is written.
    pub(crate) span: Span,
}

impl FromMeta for Filter {
    fn from_expr(expr: &Expr) -> Result<Self> {
        filter(expr)
    }
}

impl Filter {
    /// Every path in it, in the order of writing.
    pub(crate) fn paths(&self) -> Vec<&KeyPath> {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::paths).collect(),
            Self::Compare(path, ..)
            | Self::Exists(path)
            | Self::Type(path, _)
            | Self::OneOf(path, _) => vec![path],
        }
    }

    /// Whether every document that it matches has a value at this path.
    pub(crate) fn excludes_missing(&self, path: &KeyPath) -> bool {
        matches!(self, Self::Exists(at) if at.text() == path.text())
            || self.combines(path, Self::excludes_missing)
            || self.excludes_null(path)
    }

    /// Whether every document that it matches has a value other than null at this path.
    pub(crate) fn excludes_null(&self, path: &KeyPath) -> bool {
        let here = |at: &KeyPath| at.text() == path.text();
        match self {
            Self::And(_) | Self::Or(_) => self.combines(path, Self::excludes_null),
            Self::Compare(at, _, constant) => {
                here(at) && !matches!(constant.value, ConstantValue::Null)
            }
            Self::Type(at, alias) => here(at) && alias.name != "null",
            Self::OneOf(at, constants) => {
                here(at)
                    && !constants
                        .iter()
                        .any(|one| matches!(one.value, ConstantValue::Null))
            }
            Self::Exists(_) => false,
        }
    }

    /// How deep its conditions nest, a single one being 1 deep.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::And(parts) | Self::Or(parts) => {
                1 + parts.iter().map(Self::depth).max().unwrap_or(0)
            }
            _ => 1,
        }
    }

    /// A text that two filters share only if they match the same documents by the same
    /// conditions, in whatever order.
    pub(crate) fn canonical(&self) -> String {
        let sorted = |parts: &[Self], name: &str| {
            let mut parts: Vec<String> = parts.iter().map(Self::canonical).collect();
            parts.sort_unstable();
            format!("{name}({})", parts.join(","))
        };
        let place = |path: &KeyPath| format!("{:?}", (path.stored, path.text()));
        match self {
            Self::And(parts) => sorted(parts, "and"),
            Self::Or(parts) => sorted(parts, "or"),
            Self::Compare(path, comparison, constant) => {
                format!("{} {comparison:?} {}", place(path), constant.canonical())
            }
            Self::Exists(path) => format!("{} exists", place(path)),
            Self::Type(path, alias) => format!("{} type {}", place(path), alias.name),
            Self::OneOf(path, constants) => {
                let mut constants: Vec<String> =
                    constants.iter().map(Constant::canonical).collect();
                constants.sort_unstable();
                format!("{} in {constants:?}", place(path))
            }
        }
    }

    fn combines(&self, path: &KeyPath, holds: fn(&Self, &KeyPath) -> bool) -> bool {
        match self {
            Self::And(parts) => parts.iter().any(|part| holds(part, path)),
            Self::Or(parts) => parts.iter().all(|part| holds(part, path)),
            _ => false,
        }
    }
}

fn filter(expr: &Expr) -> Result<Filter> {
    match expr {
        Expr::Paren(paren) => filter(&paren.expr),
        Expr::Group(group) => filter(&group.expr),
        Expr::Binary(binary) => match binary.op {
            BinOp::And(_) => both(&binary.left, &binary.right, true),
            BinOp::Or(_) => both(&binary.left, &binary.right, false),
            ref op => compare(&binary.left, op, &binary.right),
        },
        Expr::Call(call) => function(call),
        Expr::Unary(unary) => Err(refused_operator(&unary.op)),
        _ => match KeyPath::of_expr(expr) {
            Some(path) => {
                let text = format!("`{}` alone is not a condition", path.text());
                Err(refused_with(
                    expr.span(),
                    &text,
                    &format!("write `{} == true`", path.text()),
                ))
            }
            None => Err(refused(
                expr.span(),
                "this is not a condition that a partial filter can hold",
            )),
        },
    }
}

/// `left && right` or `left || right`, flattened where the operator repeats.
fn both(left: &Expr, right: &Expr, and: bool) -> Result<Filter> {
    let mut errors = Error::accumulator();
    let (left, right) = (errors.handle(filter(left)), errors.handle(filter(right)));
    let parts = [left, right]
        .into_iter()
        .flatten()
        .flat_map(|part| match part {
            Filter::And(parts) if and => parts,
            Filter::Or(parts) if !and => parts,
            part => vec![part],
        });
    let parts = parts.collect();
    errors.finish_with(if and {
        Filter::And(parts)
    } else {
        Filter::Or(parts)
    })
}

fn compare(left: &Expr, op: &BinOp, right: &Expr) -> Result<Filter> {
    let comparison = match op {
        BinOp::Eq(_) => Comparison::Eq,
        BinOp::Lt(_) => Comparison::Lt,
        BinOp::Le(_) => Comparison::Lte,
        BinOp::Gt(_) => Comparison::Gt,
        BinOp::Ge(_) => Comparison::Gte,
        _ => return Err(refused_operator(op)),
    };
    let path = field(left)?;
    Ok(Filter::Compare(path, comparison, constant(right)?))
}

fn field(expr: &Expr) -> Result<KeyPath> {
    let path = KeyPath::of_expr_or_stored(expr).ok_or_else(|| {
        refused_with(
            expr.span(),
            "the left side of a comparison is not a field",
            "write `field == constant`",
        )
    })?;
    path.map_err(Error::from)
}

fn function(call: &ExprCall) -> Result<Filter> {
    let name = name_of(&call.func);
    let args: Vec<&Expr> = call.args.iter().collect();
    match (name.as_deref(), &args[..]) {
        (Some("exists"), [path]) => Ok(Filter::Exists(field(path)?)),
        (Some("type_of"), [path, Expr::Lit(literal)]) => match &literal.lit {
            Lit::Str(text) => {
                let (name, span) = (text.value(), text.span());
                known_alias(&name, &[]).map_err(|text| bracketed(span, &text))?;
                Ok(Filter::Type(field(path)?, Alias { name, span }))
            }
            other => Err(refused_with(
                other.span(),
                "`type_of` takes a BSON type",
                "write `type_of(field, \"string\")`",
            )),
        },
        (Some("one_of"), [_, Expr::Array(values)]) if values.elems.is_empty() => {
            let wrong = "`one_of` without a value matches no document";
            let instead = "write `one_of(field, [value, …])`";
            Err(refused_with(values.span(), wrong, instead))
        }
        (Some("one_of"), [path, Expr::Array(values)]) => {
            let mut errors = Error::accumulator();
            let constants = values
                .elems
                .iter()
                .filter_map(|value| errors.handle(constant(value)))
                .collect();
            let path = errors.handle(field(path));
            errors.finish()?;
            Ok(Filter::OneOf(
                path.unwrap_or_else(|| unreachable!("finish reports it")),
                constants,
            ))
        }
        (Some(name), _) => Err(refused(
            call.func.span(),
            &format!("`{name}(…)` cannot be used in a partial filter like this"),
        )),
        (None, _) => Err(refused(
            call.span(),
            "this call cannot be used in a partial filter",
        )),
    }
}

pub(super) fn name_of(func: &Expr) -> Option<String> {
    match func {
        Expr::Path(path) => path.path.get_ident().map(unraw),
        _ => None,
    }
}

fn refused_operator<T: ToTokens>(op: &T) -> Error {
    let name = op.to_token_stream();
    let wrong = format!("`{name}` cannot be used in a partial filter");
    refused(op.span(), &wrong)
}

pub(super) fn bracketed(span: Span, text: &str) -> Error {
    Error::custom(format!("{text} [{}]", PARTIAL_OPERATOR.name)).with_span(&span)
}

pub(super) fn refused(span: Span, wrong: &str) -> Error {
    Error::custom(PARTIAL_OPERATOR.message(wrong)).with_span(&span)
}

pub(super) fn refused_with(span: Span, wrong: &str, instead: &str) -> Error {
    Error::custom(PARTIAL_OPERATOR.message_with(wrong, instead)).with_span(&span)
}
