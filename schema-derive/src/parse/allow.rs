//! `allow(rule_name = "why")`.

use std::{cell::Cell, rc::Rc};

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use schema_rules::Rule;
use syn::{Expr, Lit, Meta, spanned::Spanned};

use super::{entries::nested, nearest, path_text};

/// Why something is so: a string literal, or a path to a `&'static str` constant.
#[derive(Debug, Clone)]
pub(crate) struct Reason(Expr);

impl FromMeta for Reason {
    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) if text.value().trim().is_empty() => {
                    Err(Error::custom("the reason is empty; say why").with_span(expr))
                }
                Lit::Str(_) => Ok(Self(expr.clone())),
                _ => Err(not_a_reason(expr)),
            },
            Expr::Path(_) => Ok(Self(expr.clone())),
            Expr::Group(group) => Self::from_expr(&group.expr),
            _ => Err(not_a_reason(expr)),
        }
    }
}

fn not_a_reason(at: &impl Spanned) -> Error {
    Error::custom("this is not a reason; write a string, or the path of a `&'static str` constant")
        .with_span(at)
}

impl ToTokens for Reason {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// What a suppressed rule turned out to suppress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// The rule cannot have fired there.
    Nothing,
    /// It may have: a check that only the compiler could make was left out.
    Possible,
    /// The tokens show the rule to be broken.
    Told,
}

/// One suppressed rule.
#[derive(Debug, Clone)]
pub(crate) struct Allowed {
    /// Where it is written.
    pub(crate) span: Span,
    /// The rule.
    pub(crate) rule: &'static Rule,
    /// Why.
    pub(crate) reason: Reason,
    /// What it suppressed so far, in whatever copy.
    effect: Rc<Cell<Effect>>,
}

impl Allowed {
    /// Notes that the rule would have had this effect.
    pub(crate) fn note(&self, effect: Effect) {
        self.effect.set(self.effect.get().max(effect));
    }

    /// What it suppressed so far.
    pub(crate) fn effect(&self) -> Effect {
        self.effect.get()
    }
}

/// The rules that are suppressed in one place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allows(pub(crate) Vec<Allowed>);

impl Allows {
    /// Where the rule is suppressed here.
    pub(crate) fn find(&self, rule: &Rule) -> Option<&Allowed> {
        self.0.iter().find(|allowed| allowed.rule == rule)
    }

    /// Each rule as the model's `Allow`, at this variant of `Place`.
    pub(crate) fn model(&self, place: &TokenStream, private: &TokenStream) -> Vec<TokenStream> {
        let allows = self.0.iter().map(|allowed| {
            let (rule, reason) = (allowed.rule.name, &allowed.reason);
            let told = allowed.effect() == Effect::Told;
            quote!(#private::Allow {
                rule: #rule,
                place: #private::Place::#place,
                reason: #reason,
                told: #told,
            })
        });
        allows.collect()
    }

    /// Whether the rule is suppressed here. That says nothing about whether it fires.
    pub(crate) fn covers(&self, rule: &Rule) -> bool {
        self.find(rule).is_some()
    }
}

impl FromMeta for Allows {
    fn from_meta(item: &Meta) -> Result<Self> {
        let Meta::List(list) = item else {
            return Err(Error::unsupported_format("word").with_span(item));
        };
        let items = nested(list)?;
        if items.is_empty() {
            return Err(Error::unsupported_format("empty").with_span(item));
        }
        Self::from_list(&items)
    }

    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut errors = Error::accumulator();
        let allowed = items
            .iter()
            .filter_map(|item| errors.handle(allowed(item)))
            .collect();
        errors.finish_with(Self(allowed))
    }
}

fn allowed(item: &NestedMeta) -> Result<Allowed> {
    let NestedMeta::Meta(meta) = item else {
        let text = "this is not a rule; write `rule_name = \"why\"`";
        return Err(Error::custom(text).with_span(item));
    };
    let span = meta.path().span();
    let name = path_text(meta.path());
    let rule = starred_rule(&name, span)?;
    let Meta::NameValue(pair) = meta else {
        let text = format!("`{name}` is allowed without a reason; write `{name} = \"why\"`");
        return Err(Error::custom(text).with_span(&span));
    };
    Ok(Allowed {
        span,
        rule,
        reason: Reason::from_expr(&pair.value)?,
        effect: Rc::new(Cell::new(Effect::Nothing)),
    })
}

fn starred_rule(name: &str, span: Span) -> Result<&'static Rule> {
    let Some(rule) = schema_rules::find(name) else {
        let starred = schema_rules::ALL.iter().filter(|rule| rule.starred);
        let names: Vec<String> = starred.map(|rule| rule.attribute_name()).collect();
        let instead = nearest(names.iter().map(String::as_str), name);
        return Err(Error::custom(format!("`{name}` is not a rule; {instead}")).with_span(&span));
    };
    if !rule.starred {
        let wrong = format!("`{name}` cannot be allowed");
        return Err(Error::custom(rule.message(&wrong)).with_span(&span));
    }
    Ok(rule)
}
