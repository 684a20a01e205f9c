//! Partial filters.

use proc_macro2::Span;
use schema_rules::{PARTIAL_TOO_DEEP, PARTIAL_VALUE_TYPE, Rule};

use super::{Class, Context, Verdict};
use crate::{
    faults::Faults,
    parse::{Constant, ConstantValue, Filter, Index, KeyPath},
};

/// The deepest that the server admits. Source: Partial Indexes; the server's parameter
/// `internalPartialFilterExpressionMaxDepth`.
const DEEPEST: usize = 4;

/// A comparison of a field with what a value has: a type, and for a variant its path.
pub(crate) struct Compared<'a> {
    /// The field.
    pub(crate) path: &'a KeyPath,
    /// The alias of the value's BSON type.
    pub(crate) alias: &'a str,
    /// The variant, where the value is one.
    pub(crate) variant: Option<&'a syn::Path>,
    /// Where the value is written.
    pub(crate) span: Span,
}

impl Compared<'_> {
    /// The enum of the variant, as it is written.
    pub(crate) fn enumeration(&self) -> Option<String> {
        let path = crate::parse::path_text(self.variant?);
        path.rsplit_once("::").map(|(name, _)| name.to_owned())
    }
}

impl Context<'_> {
    /// What the server demands of a filter, and that it can match.
    pub(super) fn partial(&self, index: &Index, faults: &mut Faults) {
        let Some(partial) = &index.attrs.partial else {
            return;
        };
        let depth = partial.value.depth();
        if depth > DEEPEST {
            let wrong = format!("the filter nests {depth} deep");
            faults.broken(&PARTIAL_TOO_DEEP, &[], partial.span, &wrong);
        }
        self.values_fit(&partial.value, &PARTIAL_VALUE_TYPE, faults);
    }

    /// Each field of a filter can have a value of the types that it is compared with.
    pub(in crate::check) fn values_fit(&self, filter: &Filter, rule: &Rule, faults: &mut Faults) {
        let mut told = Vec::new();
        for compared in comparisons(filter) {
            let question = (compared.path.text(), compared.alias);
            if told.contains(&question) {
                continue;
            }
            told.push(question);
            if self.value_fits(&compared) == Verdict::Broken {
                let path = compared.path.text();
                let wrong = match compared.alias {
                    "null" => format!("`{path}` is never missing or null"),
                    alias => format!("`{path}` never holds a value of type `{alias}`"),
                };
                faults.broken(rule, &[], compared.span, &wrong);
            }
        }
    }

    /// Whether a field can have a value of the type that it is compared with.
    pub(crate) fn value_fits(&self, compared: &Compared<'_>) -> Verdict {
        if compared.path.stored {
            return Verdict::Holds;
        }
        let may_be_missing = self.always_there(compared.path) == Some(false);
        match self.told(compared.path) {
            Some(_) if compared.alias == "null" && may_be_missing => Verdict::Holds,
            // Whether it is a variant at all, the compiler tells.
            Some(class) if compared.variant.is_some() => match class_holds(&class, "string") {
                Verdict::Holds => Verdict::Holds,
                _ => Verdict::Open,
            },
            Some(class) => class_holds(&class, compared.alias),
            None => Verdict::Open,
        }
    }
}

/// Every comparison with a value, in the order of writing.
pub(crate) fn comparisons(filter: &Filter) -> Vec<Compared<'_>> {
    match filter {
        Filter::And(parts) | Filter::Or(parts) => parts.iter().flat_map(comparisons).collect(),
        Filter::Compare(path, _, constant) => vec![compared(path, constant)],
        Filter::OneOf(path, constants) => constants
            .iter()
            .map(|constant| compared(path, constant))
            .collect(),
        Filter::Exists(_) => Vec::new(),
        Filter::Type(path, alias) => vec![Compared {
            path,
            alias: &alias.name,
            variant: None,
            span: alias.span,
        }],
    }
}

fn compared<'a>(path: &'a KeyPath, constant: &'a Constant) -> Compared<'a> {
    let (alias, variant) = match &constant.value {
        ConstantValue::Null => ("null", None),
        ConstantValue::Bool(_) => ("bool", None),
        ConstantValue::Integer(_) | ConstantValue::Float(_) => ("number", None),
        ConstantValue::Text(_) => ("string", None),
        ConstantValue::Date(_) => ("date", None),
        ConstantValue::ObjectId(_) => ("objectId", None),
        ConstantValue::Variant(path) => ("string", Some(path)),
    };
    Compared {
        path,
        alias,
        variant,
        span: constant.span,
    }
}

/// Whether a value of such a class, or an item of it, can have a BSON type.
fn class_holds(class: &Class, alias: &str) -> Verdict {
    let types: &[&str] = match class {
        Class::Optional(_) if alias == "null" => return Verdict::Holds,
        Class::Array(_) if alias == "array" => return Verdict::Holds,
        Class::Optional(inner) | Class::Array(inner) => return class_holds(inner, alias),
        Class::Single | Class::Unknown => return Verdict::Open,
        Class::Text => &["string"],
        Class::Integer(_) => &["int", "long", "number"],
        Class::Float => &["double", "int", "long", "number"],
        Class::Bool => &["bool"],
        Class::Map(_) => &["object"],
    };
    if types.contains(&alias) {
        Verdict::Holds
    } else {
        Verdict::Broken
    }
}
