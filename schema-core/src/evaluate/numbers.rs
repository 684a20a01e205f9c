//! `minimum`, `maximum` and `multipleOf`.

use std::cmp::Ordering;

use bson::{Bson, Document};

use super::decimal::Decimal;
use super::explain::{considered, rule};
use super::number::Number;
use super::place::{Place, Result, Written};
use super::raw::Value;
use super::stored::Stored;

/// What is asked of a number.
#[derive(Debug)]
pub(super) struct Numbers {
    minimum: Option<Bound>,
    maximum: Option<Bound>,
    multiple_of: Option<Number>,
}

#[derive(Debug)]
struct Bound {
    limit: Number,
    exclusive: bool,
}

impl Bound {
    /// `outside`: how a number that the bound refuses stands to the limit. NaN is within the bound
    /// NaN alone.
    #[inline]
    fn admits(&self, number: Number, outside: Ordering) -> bool {
        if number.is_nan() || self.limit.is_nan() {
            return number.is_nan() && self.limit.is_nan() && !self.exclusive;
        }
        match number.compare(self.limit) {
            Ordering::Equal => !self.exclusive,
            order => order != outside,
        }
    }
}

impl Numbers {
    /// None where nothing is asked.
    pub(super) fn compile(written: Written<'_>) -> Result<Option<Self>> {
        let multiple_of = multiple_of(written)?;
        let maximum = bound(written, "maximum", "exclusiveMaximum")?;
        let minimum = bound(written, "minimum", "exclusiveMinimum")?;
        let asks = minimum.is_some() || maximum.is_some() || multiple_of.is_some();
        Ok(asks.then_some(Self {
            minimum,
            maximum,
            multiple_of,
        }))
    }

    #[inline]
    pub(super) fn hold(&self, value: Value<'_>) -> bool {
        Number::of(value).is_none_or(|number| {
            self.is_above_minimum(number)
                && self.is_below_maximum(number)
                && self.is_multiple(number)
        })
    }

    fn is_above_minimum(&self, number: Number) -> bool {
        let minimum = self.minimum.as_ref();
        minimum.is_none_or(|bound| bound.admits(number, Ordering::Less))
    }

    fn is_below_maximum(&self, number: Number) -> bool {
        let maximum = self.maximum.as_ref();
        maximum.is_none_or(|bound| bound.admits(number, Ordering::Greater))
    }

    fn is_multiple(&self, number: Number) -> bool {
        let divisor = self.multiple_of;
        divisor.is_none_or(|divisor| number.is_multiple_of(divisor))
    }

    pub(super) fn explain(&self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        let Some(number) = Number::of(value) else {
            return;
        };
        let mut say = |holds: bool, keywords: &[&str], reason: &str| {
            if !holds {
                let mut fault = rule(keywords, stated, reason);
                considered(&mut fault, value);
                out.push(fault);
            }
        };
        let reason = "considered value is not a multiple of the specified value";
        say(self.is_multiple(number), &["multipleOf"], reason);
        let (reason, keywords) = ("comparison failed", ["maximum", "exclusiveMaximum"]);
        say(self.is_below_maximum(number), &keywords, reason);
        let keywords = ["minimum", "exclusiveMinimum"];
        say(self.is_above_minimum(number), &keywords, reason);
    }
}

fn bound(written: Written<'_>, keyword: &str, exclusive: &str) -> Result<Option<Bound>> {
    let Some(limit) = written.get(keyword) else {
        if written.has(exclusive) {
            let message = format!("`{exclusive}` is nothing without `{keyword}`");
            return Err(written.place.unparsed(message));
        }
        return Ok(None);
    };
    let exclusive = written.bool(exclusive)?.unwrap_or(false);
    let limit = number(limit, keyword, written.place)?;
    Ok(Some(Bound { limit, exclusive }))
}

fn multiple_of(written: Written<'_>) -> Result<Option<Number>> {
    let Some(divisor) = written.get("multipleOf") else {
        return Ok(None);
    };
    let divisor = number(divisor, "multipleOf", written.place)?;
    let is_positive = match divisor.decimal() {
        Decimal::NaN => true,
        Decimal::Infinite { negative } => !negative,
        Decimal::Finite(value) => !value.negative && value.coefficient != 0,
    };
    if is_positive {
        return Ok(Some(divisor));
    }
    Err(written.place.unparsed("`multipleOf` must be above zero"))
}

/// A keyword's number.
pub(super) fn number(value: &Bson, keyword: &str, place: &Place) -> Result<Number> {
    let number = Stored::one(value).and_then(|stored| stored.values().next().and_then(Number::of));
    number.ok_or_else(|| place.mismatch(keyword, "a number"))
}

/// A keyword's length: a whole number of any type, not negative.
pub(super) fn length(written: Written<'_>, keyword: &str) -> Result<Option<u64>> {
    let whole = |value: &Bson| match value {
        Bson::Int32(value) => u64::try_from(*value).ok(),
        Bson::Int64(value) => u64::try_from(*value).ok(),
        // Below 2^63, from where a double is no long.
        Bson::Double(value) if value.fract() == 0.0 && (0.0..9.2e18).contains(value) => {
            u64::try_from(*value as i64).ok()
        }
        Bson::Decimal128(value) => whole_decimal(Decimal::from_bytes(value.bytes())),
        _ => None,
    };
    let fault = || {
        let message = format!("`{keyword}` must be a whole number, not below zero");
        written.place.unparsed(message)
    };
    let value = written.get(keyword);
    value
        .map(|value| whole(value).ok_or_else(fault))
        .transpose()
}

fn whole_decimal(value: Decimal) -> Option<u64> {
    let Decimal::Finite(value) = value else {
        return None;
    };
    if value.coefficient == 0 {
        return Some(0);
    }
    let scale = 10_u128.checked_pow(value.exponent.unsigned_abs())?;
    let whole = match value.exponent >= 0 {
        true => value.coefficient.checked_mul(scale)?,
        false if value.coefficient % scale == 0 => value.coefficient / scale,
        false => return None,
    };
    i64::try_from(whole)
        .ok()
        .filter(|_| !value.negative)
        .map(i64::unsigned_abs)
}
