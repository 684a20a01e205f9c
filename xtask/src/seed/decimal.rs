//! Numbers in decimal, so that what is a multiple of 0.1 is one.

use std::cmp::Ordering;

use bson::Bson;

/// More digits no number of BSON has that could be told from the next one.
const MOST_DIGITS: usize = 35;

/// `mantissa` × 10 ^ `exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) mantissa: i128,
    pub(super) exponent: i32,
}

impl Decimal {
    /// A whole number.
    pub(super) fn whole(number: i64) -> Self {
        Self {
            mantissa: number.into(),
            exponent: 0,
        }
    }

    /// A finite number of BSON.
    pub(super) fn of(number: &Bson) -> Option<Self> {
        match number {
            Bson::Int32(number) => Some(Self::whole((*number).into())),
            Bson::Int64(number) => Some(Self::whole(*number)),
            Bson::Double(number) if number.is_finite() => Self::parse(&number.to_string()),
            Bson::Decimal128(number) => Self::parse(&number.to_string()),
            _ => None,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.split_once(['E', 'e']) {
            Some((digits, exponent)) => (digits, exponent.parse().ok()?),
            None => (text, 0),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent: i32 = exponent;
        let mut digits = format!("{whole}{part}");
        let beyond = digits.len().saturating_sub(MOST_DIGITS);
        digits.truncate(MOST_DIGITS);
        Some(Self {
            mantissa: digits.parse().ok()?,
            exponent: exponent - part.len() as i32 + beyond as i32,
        })
    }

    /// How many times 10 ^ `exponent` it is, which must not be more than its own; as many as there
    /// can be where they are too many.
    pub(super) fn units(self, exponent: i32) -> i128 {
        let zeros = u32::try_from(self.exponent - exponent).unwrap_or_default();
        let factor = 10_i128.checked_pow(zeros);
        let units = factor.and_then(|factor| self.mantissa.checked_mul(factor));
        units.unwrap_or(match self.mantissa.cmp(&0) {
            Ordering::Less => i128::MIN,
            Ordering::Equal => 0,
            Ordering::Greater => i128::MAX,
        })
    }

    /// The same so many times.
    pub(super) fn times(self, times: i128) -> Self {
        Self {
            mantissa: self.mantissa.saturating_mul(times),
            ..self
        }
    }

    /// The least number that is a multiple of both; both are greater than 0.
    pub(super) fn common_multiple(self, other: Self) -> Self {
        let exponent = self.exponent.min(other.exponent);
        let (one, two) = (self.units(exponent), other.units(exponent));
        Self {
            mantissa: (one / divisor(one, two)).saturating_mul(two),
            exponent,
        }
    }

    /// Its digits, without an exponent where that is short.
    pub(super) fn digits(self) -> String {
        let Self { mantissa, exponent } = self;
        match usize::try_from(-exponent) {
            Ok(places) if places <= 20 => {
                let sign = if mantissa < 0 { "-" } else { "" };
                let digits = format!("{:0>width$}", mantissa.unsigned_abs(), width = places + 1);
                let (whole, part) = digits.split_at(digits.len() - places);
                let point = if part.is_empty() { "" } else { "." };
                format!("{sign}{whole}{point}{part}")
            }
            _ => format!("{mantissa}E{exponent}"),
        }
    }
}

/// The greatest number that divides both.
fn divisor(one: i128, two: i128) -> i128 {
    if two == 0 {
        one.max(1)
    } else {
        divisor(two, one % two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_and_written() {
        for text in ["0.1", "12.50", "-0.003", "7", "0"] {
            assert_eq!(Decimal::parse(text).expect(text).digits(), text);
        }
        let small = Decimal::of(&Bson::Double(1e-7)).expect("a number");
        assert_eq!((small.mantissa, small.exponent), (1, -7));
        let large = Decimal::of(&Bson::Double(1.5e300)).expect("a number");
        assert_eq!(large.units(0), i128::MAX);
    }

    #[test]
    fn multiples_are_common() {
        let of = |text| Decimal::parse(text).expect("a number");
        assert_eq!(of("0.4").common_multiple(of("0.6")).digits(), "1.2");
        assert_eq!(of("2").common_multiple(of("0.5")).digits(), "2.0");
    }
}
