//! `enum`.

use bson::Document;

use super::equal::equal;
use super::explain::{considered, rule};
use super::place::{Result, Written};
use super::raw::Value;
use super::stored::Stored;

/// The values that there may be.
#[derive(Debug)]
pub(super) struct Enumeration(Stored);

impl Enumeration {
    pub(super) fn compile(written: Written<'_>) -> Result<Option<Self>> {
        let Some(values) = written.array("enum")? else {
            return Ok(None);
        };
        if values.is_empty() {
            return Err(written.place.unparsed("`enum` cannot be an empty array"));
        }
        let fault = || {
            written
                .place
                .unparsed("`enum` has a name with a zero character")
        };
        let stored = Stored::all(values).ok_or_else(fault)?;
        if repeats(&stored) {
            return Err(written.place.unparsed("`enum` has a value twice"));
        }
        Ok(Some(Self(stored)))
    }

    #[inline]
    pub(super) fn holds(&self, value: Value<'_>) -> bool {
        let (tag, bytes) = value.parts();
        self.holds_by_parts(tag, bytes)
    }

    fn holds_by_parts(&self, tag: usize, bytes: &[u8]) -> bool {
        let value = Value::of(tag, bytes);
        self.0.values().any(|allowed| equal(allowed, value))
    }

    pub(super) fn explain(&self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        if self.holds(value) {
            return;
        }
        let mut fault = rule(&["enum"], stated, "value was not found in enum");
        considered(&mut fault, value);
        out.push(fault);
    }
}

fn repeats(stored: &Stored) -> bool {
    let mut values = stored.values().enumerate();
    values.any(|(at, value)| stored.values().take(at).any(|it| equal(it, value)))
}
