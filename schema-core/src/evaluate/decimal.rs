//! Decimal numbers, exactly: the values of Decimal128 (IEEE 754-2008, binary integer decimal).

use std::cmp::Ordering;
use std::fmt::Write;

/// The most digits that a coefficient has.
const DIGITS: u32 = 34;

/// A number, or what is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decimal {
    NaN,
    Infinite { negative: bool },
    Finite(Finite),
}

/// ± coefficient × 10^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Finite {
    pub(super) negative: bool,
    /// Below 10^34.
    pub(super) coefficient: u128,
    /// From -6176 to 6111.
    pub(super) exponent: i32,
}

impl Decimal {
    /// From the sixteen bytes of a Decimal128.
    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        let bits = u128::from_le_bytes(bytes);
        let negative = bits >> 127 == 1;
        match (bits >> 122) & 0b11111 {
            0b11111 => return Self::NaN,
            0b11110 => return Self::Infinite { negative },
            _ => {}
        }
        // The form with a coefficient above 2^113 has none that is canonical: it is zero.
        let is_large = (bits >> 125) & 0b11 == 0b11;
        let (shift, coefficient) = if is_large {
            (111, 0)
        } else {
            (113, bits & ((1 << 113) - 1))
        };
        let is_canonical = coefficient < 10_u128.pow(DIGITS);
        Self::Finite(Finite {
            negative,
            coefficient: if is_canonical { coefficient } else { 0 },
            exponent: ((bits >> shift) & 0x3FFF) as i32 - 6176,
        })
    }

    pub(super) fn from_integer(value: i64) -> Self {
        Self::Finite(Finite {
            negative: value < 0,
            coefficient: value.unsigned_abs().into(),
            exponent: 0,
        })
    }

    /// Rounded to 15 digits, as the server makes a decimal of a double before it divides.
    pub(super) fn from_double(value: f64) -> Self {
        if value.is_nan() {
            return Self::NaN;
        }
        if value.is_infinite() {
            return Self::Infinite {
                negative: value < 0.0,
            };
        }
        if value.abs() < 1e15 && value.fract() == 0.0 {
            return Self::from_integer(value as i64);
        }
        Self::Finite(rounded(value))
    }

    /// The double nearest to it.
    pub(super) fn nearest_double(self) -> f64 {
        match self {
            Self::NaN => f64::NAN,
            Self::Infinite { negative: true } => f64::NEG_INFINITY,
            Self::Infinite { negative: false } => f64::INFINITY,
            Self::Finite(value) => value.nearest_double(),
        }
    }

    /// Whether it is a whole multiple of `divisor`; nothing is of what is not finite, and of
    /// infinity zero alone.
    pub(super) fn is_multiple_of(self, divisor: Self) -> bool {
        match (self, divisor) {
            (Self::Finite(value), Self::Finite(divisor)) => value.is_multiple_of(divisor),
            (Self::Finite(value), Self::Infinite { .. }) => value.coefficient == 0,
            _ => false,
        }
    }
}

impl Finite {
    fn is_multiple_of(self, divisor: Self) -> bool {
        if self.coefficient == 0 || divisor.coefficient == 0 {
            return divisor.coefficient != 0;
        }
        let shift = self.exponent - divisor.exponent;
        if shift < 0 {
            let scale = 10_u128.checked_pow(shift.unsigned_abs());
            let scaled = scale.and_then(|scale| divisor.coefficient.checked_mul(scale));
            return scaled.is_some_and(|scaled| self.coefficient.is_multiple_of(scaled));
        }
        // Below 10^34 × 10^4, which 128 bits hold.
        let mut remainder = self.coefficient % divisor.coefficient;
        for _ in 0..shift / 4 {
            if remainder == 0 {
                return true;
            }
            remainder = remainder * 10_000 % divisor.coefficient;
        }
        for _ in 0..shift % 4 {
            remainder = remainder * 10 % divisor.coefficient;
        }
        remainder == 0
    }

    fn nearest_double(self) -> f64 {
        let mut text = Text::new();
        // Cannot fail: the buffer is longer than any decimal in this form.
        let _ = write!(text, "{}e{}", self.coefficient, self.exponent);
        let size = text.as_str().parse().unwrap_or(0.0);
        if self.negative { -size } else { size }
    }

    /// The power of ten of the first digit, plus one; not for zero.
    fn magnitude(self) -> i32 {
        self.coefficient.ilog10() as i32 + 1 + self.exponent
    }

    fn sign(self) -> i8 {
        match (self.coefficient, self.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    /// By value.
    pub(super) fn compare(self, other: Self) -> Ordering {
        let signs = self.sign().cmp(&other.sign());
        if signs != Ordering::Equal || self.sign() == 0 {
            return signs;
        }
        in_direction(self.negative, self.compare_sizes(other))
    }

    fn compare_sizes(self, other: Self) -> Ordering {
        let scaled = |it: Self, to: i32| it.coefficient * 10_u128.pow(it.exponent.abs_diff(to));
        // Of equal magnitude: both have at most 34 digits at the lower exponent.
        self.magnitude().cmp(&other.magnitude()).then_with(|| {
            let exponent = self.exponent.min(other.exponent);
            scaled(self, exponent).cmp(&scaled(other, exponent))
        })
    }

    /// By value, exactly; the double is finite.
    pub(super) fn compare_double(self, other: f64) -> Ordering {
        let sign = if other == 0.0 {
            0
        } else {
            other.signum() as i8
        };
        let signs = self.sign().cmp(&sign);
        if signs != Ordering::Equal || sign == 0 {
            return signs;
        }
        in_direction(self.negative, self.compare_size_of_double(other.abs()))
    }

    fn compare_size_of_double(self, other: f64) -> Ordering {
        let distance = f64::from(self.magnitude()) - other.log10();
        if distance > 2.0 {
            return Ordering::Greater;
        }
        if distance < -1.0 {
            return Ordering::Less;
        }
        let (mantissa, power) = parts(other);
        let (mut left, mut right) = (Big::of(self.coefficient), Big::of(mantissa.into()));
        // Either side takes the negative powers of the other.
        let side = |is_left: bool| usize::from(!is_left);
        let sides = [&mut left, &mut right];
        sides[side(self.exponent >= 0)].times_power_of_ten(self.exponent.unsigned_abs());
        let sides = [&mut left, &mut right];
        sides[side(power < 0)].times_power_of_two(power.unsigned_abs());
        left.compare(&right)
    }
}

fn in_direction(negative: bool, order: Ordering) -> Ordering {
    if negative { order.reverse() } else { order }
}

/// Mantissa × 2^power, of a finite double above zero.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    match ((bits >> 52) & 0x7FF) as i32 {
        0 => (fraction, -1074),
        exponent => (fraction | (1 << 52), exponent - 1075),
    }
}

/// Fifteen digits, the last rounded to the nearest.
fn rounded(value: f64) -> Finite {
    let mut text = Text::new();
    // Cannot fail: the buffer is longer than any double in this form.
    let _ = write!(text, "{:.14e}", value.abs());
    let written = text.as_str();
    let (digits, exponent) = written.split_once('e').unwrap_or((written, "0"));
    let digits = digits.bytes().filter(u8::is_ascii_digit);
    Finite {
        negative: value < 0.0,
        coefficient: digits.fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0')),
        exponent: exponent.parse().unwrap_or(0) - 14,
    }
}

/// A text on the stack.
struct Text {
    bytes: [u8; 48],
    length: usize,
}

impl Text {
    fn new() -> Self {
        Self {
            bytes: [0; 48],
            length: 0,
        }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for Text {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        let end = self.length + part.len();
        let room = self
            .bytes
            .get_mut(self.length..end)
            .ok_or(std::fmt::Error)?;
        room.copy_from_slice(part.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// A natural number below 2^2560: what a double and a decimal of like size need, beside each other.
struct Big {
    /// The lowest first.
    limbs: [u64; 40],
}

impl Big {
    fn of(value: u128) -> Self {
        let mut limbs = [0; 40];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Self { limbs }
    }

    fn times(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u128::from(*limb) * u128::from(factor) + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
    }

    fn times_power_of_ten(&mut self, power: u32) {
        for _ in 0..power / 19 {
            self.times(10_u64.pow(19));
        }
        self.times(10_u64.pow(power % 19));
    }

    fn times_power_of_two(&mut self, power: u32) {
        for _ in 0..power / 63 {
            self.times(1 << 63);
        }
        self.times(1 << (power % 63));
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}
