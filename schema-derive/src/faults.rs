//! What a derive found to be wrong: collected, never stopped at the first.

use darling::Error;
use proc_macro2::{Span, TokenStream};
use schema_rules::Rule;

use crate::parse::Allows;

/// The faults of one derive.
#[derive(Default)]
pub(crate) struct Faults(Vec<(Span, String)>);

impl Faults {
    /// Adds a fault that no rule is about.
    pub(crate) fn add(&mut self, span: Span, text: impl Into<String>) {
        self.0.push((span, text.into()));
    }

    /// Adds that a rule is broken, unless it is suppressed in one of these places.
    pub(crate) fn broken(&mut self, rule: &Rule, allows: &[&Allows], span: Span, wrong: &str) {
        if !suppressed(rule, allows) {
            self.add(span, rule.message(wrong));
        }
    }

    /// Adds that a rule is broken, with a remedy that is more exact than the rule's own.
    pub(crate) fn broken_with(
        &mut self,
        rule: &Rule,
        allows: &[&Allows],
        span: Span,
        wrong: &str,
        instead: &str,
    ) {
        if !suppressed(rule, allows) {
            self.add(span, rule.message_with(wrong, instead));
        }
    }

    /// Adds what darling found, in the words of this project.
    pub(crate) fn add_parse(&mut self, error: Error) {
        for error in error.flatten() {
            let span = error.span();
            self.add(span, reword(&error.to_string()));
        }
    }

    /// The value, or nothing after adding the error.
    pub(crate) fn handle<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        result.map_err(|error| self.add_parse(error)).ok()
    }

    /// How many faults there are so far.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` a fault, in the order of the source.
    pub(crate) fn into_compile_errors(mut self) -> TokenStream {
        self.0.sort_by_key(|(span, _)| {
            let span = span.unwrap();
            (span.line(), span.column())
        });
        self.0
            .into_iter()
            .map(|(span, text)| syn::Error::new(span, text).to_compile_error())
            .collect()
    }
}

/// Whether a rule is suppressed in one of these places.
pub(crate) fn suppressed(rule: &Rule, allows: &[&Allows]) -> bool {
    allows.iter().any(|allows| allows.covers(rule))
}

/// darling's sentence as one of this project's: lower-case, without the place that the caret shows,
/// and with the remedy behind a semicolon.
fn reword(text: &str) -> String {
    let text = text.split(" at ").next().unwrap_or(text);
    let text = text
        .replace("Unknown field: ", "unknown key ")
        .replace("Duplicate field ", "duplicate key ");
    let text = text.replace(". Did you mean ", "; did you mean ");
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + chars.as_str()
    })
}
