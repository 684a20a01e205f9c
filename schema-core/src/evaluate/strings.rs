//! `minLength`, `maxLength` and `pattern`.

use bson::Document;
use pcre2::bytes::{Regex, RegexBuilder};

use super::explain::{considered, rule};
use super::numbers::length;
use super::place::{Place, Result, Written, code};
use super::raw::{Value, kind};

/// What is asked of a string.
#[derive(Debug)]
pub(super) struct Strings {
    min_length: Option<u64>,
    max_length: Option<u64>,
    pattern: Option<Pattern>,
}

/// A regular expression of the server's dialect: PCRE2 on UTF-8, unanchored, with `\d`, `\w` and
/// `\s` of ASCII alone.
#[derive(Debug)]
pub(super) struct Pattern {
    regex: Regex,
}

impl Pattern {
    pub(super) fn compile(written: &str, place: &Place) -> Result<Self> {
        if written.contains('\0') {
            let message = "a pattern must not have a zero character";
            return Err(place.refused(code::BAD_VALUE, message));
        }
        let mut builder = RegexBuilder::new();
        let regex = builder.utf(true).jit_if_available(true).build(written);
        let regex = regex.map_err(|error| {
            let message = format!("`{written}` is no regular expression: {error}");
            place.refused(code::INVALID_REGEX, message)
        })?;
        Ok(Self { regex })
    }

    /// What the engine gives up on, by its limits or because it is no UTF-8, does not match.
    pub(super) fn matches(&self, text: &[u8]) -> bool {
        self.regex.is_match(text).unwrap_or(false)
    }

    pub(super) fn as_str(&self) -> &str {
        self.regex.as_str()
    }
}

impl Strings {
    /// None where nothing is asked.
    pub(super) fn compile(written: Written<'_>) -> Result<Option<Self>> {
        let pattern = written.string("pattern")?;
        let compiled = pattern.map(|pattern| Pattern::compile(pattern, written.place));
        let pattern = compiled.transpose()?;
        let max_length = length(written, "maxLength")?;
        let min_length = length(written, "minLength")?;
        let asks = pattern.is_some() || max_length.is_some() || min_length.is_some();
        Ok(asks.then_some(Self {
            min_length,
            max_length,
            pattern,
        }))
    }

    #[inline]
    pub(super) fn hold(&self, value: Value<'_>) -> bool {
        let text = value.text();
        self.is_short_enough(text) && self.is_long_enough(text) && self.matches(text)
    }

    /// No code point takes less than a byte.
    fn is_short_enough(&self, text: &[u8]) -> bool {
        self.max_length
            .is_none_or(|max| text.len() as u64 <= max || code_points(text) <= max)
    }

    /// No code point takes more than four bytes.
    fn is_long_enough(&self, text: &[u8]) -> bool {
        self.min_length
            .is_none_or(|min| text.len() as u64 / 4 >= min || code_points(text) >= min)
    }

    fn matches(&self, text: &[u8]) -> bool {
        self.pattern.as_ref().is_none_or(|it| it.matches(text))
    }

    pub(super) fn explain(&self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        if value.kind() != kind::STRING {
            return;
        }
        let text = value.text();
        let mut say = |holds: bool, keyword: &str, reason: &str| {
            if !holds {
                let mut fault = rule(&[keyword], stated, reason);
                considered(&mut fault, value);
                out.push(fault);
            }
        };
        let reason = "regular expression did not match";
        say(self.matches(text), "pattern", reason);
        let reason = "specified string length was not satisfied";
        say(self.is_short_enough(text), "maxLength", reason);
        say(self.is_long_enough(text), "minLength", reason);
    }
}

/// Bytes that begin a code point.
fn code_points(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}
