//! What a derive found to be wrong: collected, never stopped at the first.

use darling::Error;
use proc_macro2::{Span, TokenStream};
use schema_rules::Rule;

use crate::parse::{Allows, Effect};

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
        if !silenced(rule, allows) {
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
        if !silenced(rule, allows) {
            self.add(span, rule.message_with(wrong, instead));
        }
    }

    /// Adds what darling or syn found, in the words of this project. Where they name no place, it
    /// is at `place`.
    pub(crate) fn add_parse(&mut self, error: Error, place: Span) {
        for error in error.flatten() {
            let span = error.explicit_span().filter(|span| !is_call_site(*span));
            let span = span.unwrap_or(place);
            // With a span, the text is without darling's own account of the place.
            let text = syn::Error::from(error.with_span(&span)).to_string();
            self.add(span, reword(&text));
        }
    }

    /// The value, or nothing after adding the error, at `place` where it names none.
    pub(crate) fn handle<T>(&mut self, result: darling::Result<T>, place: Span) -> Option<T> {
        result.map_err(|error| self.add_parse(error, place)).ok()
    }

    /// How many faults there are so far.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The texts alone, in the order in which they were found.
    #[cfg(test)]
    pub(crate) fn texts(self) -> Vec<String> {
        self.0.into_iter().map(|(_, text)| text).collect()
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

/// Whether a rule that the tokens show to be broken is suppressed in one of these places, the
/// nearest first. That one is noted to be needed.
pub(crate) fn silenced(rule: &Rule, allows: &[&Allows]) -> bool {
    noted(rule, allows, Effect::Told)
}

/// Whether a check that would be left to the compiler is suppressed in one of these places, the
/// nearest first. That one is noted to be needed perhaps.
pub(crate) fn suppressed(rule: &Rule, allows: &[&Allows]) -> bool {
    noted(rule, allows, Effect::Possible)
}

fn noted(rule: &Rule, allows: &[&Allows], effect: Effect) -> bool {
    let allowed = allows.iter().find_map(|allows| allows.find(rule));
    allowed.inspect(|allowed| allowed.note(effect)).is_some()
}

/// Whether a span is the derive's own, which syn gives where the tokens ended too early.
fn is_call_site(span: Span) -> bool {
    let (span, call) = (span.unwrap(), Span::call_site().unwrap());
    (span.line(), span.column()) == (call.line(), call.column())
}

/// darling's sentence as one of this project's: lower-case, and with the remedy behind a semicolon.
fn reword(text: &str) -> String {
    for (theirs, ours) in [
        ("Unknown field: ", "unknown key "),
        ("Unknown literal value ", "unknown value "),
        ("Unknown value: ", "unknown value "),
        ("Missing field ", "missing key "),
        ("Duplicate field ", "duplicate key "),
    ] {
        if let Some(rest) = text.strip_prefix(theirs) {
            let rest = rest
                .replace(". Did you mean ", "; did you mean ")
                .replace(". Available values: ", "; write one of ");
            let instead = if rest.contains("; ") {
                ""
            } else {
                "; remove it"
            };
            return format!("{ours}{rest}{instead}");
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::reword;

    #[test]
    fn sentences_of_darling_get_the_form_of_ours() {
        let theirs = "Unknown field: `tennant`. Did you mean `tenant`?";
        assert_eq!(
            reword(theirs),
            "unknown key `tennant`; did you mean `tenant`?"
        );
        let theirs = "Unknown literal value `high`. Available values: `off`, `strict`";
        assert_eq!(
            reword(theirs),
            "unknown value `high`; write one of `off`, `strict`"
        );
        let ours = "`at` at 5 is left as it is";
        assert_eq!(reword(ours), ours);
    }
}
