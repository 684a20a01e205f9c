//! Amounts with a unit: durations such as `180d`, sizes such as `64KiB`.

use std::time::Duration;

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::{Expr, spanned::Spanned};

/// The units of a size, in bytes.
const SIZES: [(&str, u64); 7] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("B", 1),
];

/// A duration such as `180d`; an error says what is wrong with it.
pub(crate) fn duration(text: &str) -> std::result::Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("`{text}` is not a duration: {error}"))
}

/// The whole seconds of a duration; an error says what is wrong with it.
pub(crate) fn whole_seconds(text: &str) -> std::result::Result<u64, String> {
    let duration = duration(text)?;
    if duration.subsec_nanos() != 0 {
        return Err(format!("`{text}` is not a whole number of seconds"));
    }
    Ok(duration.as_secs())
}

/// The bytes of a size such as `64KiB`.
pub(crate) fn bytes(text: &str) -> Option<u64> {
    let (number, factor) = SIZES
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)))?;
    let number: u64 = number.trim_end().parse().ok()?;
    number.checked_mul(factor)
}

/// A number of bytes, as `size = "64KiB"` gives it: at least one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes {
    /// Where the value stands.
    pub(crate) span: Span,
    /// The number.
    pub(crate) count: u64,
}

impl FromMeta for Bytes {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let text = String::from_expr(expr)?;
        match bytes(&text) {
            Some(count @ 1..) => Ok(Self { span: expr.span(), count }),
            _ => Err(Error::custom(format!(
                "`{text}` is not a size; write a whole number of `B`, `KiB`, `MiB` or `GiB`, such as `64KiB`"
            ))
            .with_span(expr)),
        }
    }
}

/// A whole number of seconds, as `expire_after = "180d"` gives it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seconds {
    /// Where the value stands.
    pub(crate) span: Span,
    /// The number.
    pub(crate) count: u64,
}

impl FromMeta for Seconds {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let count = whole_seconds(&String::from_expr(expr)?);
        let count = count.map_err(|wrong| not_a_duration(&wrong, expr))?;
        Ok(Self {
            span: expr.span(),
            count,
        })
    }
}

/// A whole number of milliseconds of 31 bits, at least one, as `timeout = "5s"` gives it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Millis(pub(crate) u32);

impl FromMeta for Millis {
    fn from_expr(expr: &Expr) -> Result<Self> {
        let text = String::from_expr(expr)?;
        let time = duration(&text).map_err(|wrong| not_a_duration(&wrong, expr))?;
        let whole = time.subsec_nanos() % 1_000_000 == 0;
        match i32::try_from(time.as_millis()).map(u32::try_from) {
            Ok(Ok(millis @ 1..)) if whole => Ok(Self(millis)),
            _ => {
                let wrong = format!("`{text}` is not from 1 to {} milliseconds", i32::MAX);
                Err(not_a_duration(&wrong, expr))
            }
        }
    }
}

fn not_a_duration(wrong: &str, at: &Expr) -> Error {
    Error::custom(format!("{wrong}; write one such as `30s` or `180d`")).with_span(at)
}

#[cfg(test)]
mod tests {
    use super::{bytes, whole_seconds};

    #[test]
    fn sizes_are_whole_numbers_with_a_unit() {
        assert_eq!(bytes("64KiB"), Some(65_536));
        assert_eq!(bytes("1 MiB"), Some(1 << 20));
        assert_eq!(bytes("2GiB"), Some(2 << 30));
        assert_eq!(bytes("5KB"), Some(5_000));
        assert_eq!(bytes("7B"), Some(7));
        for text in ["64", "KiB", "-1B", "1.5MiB", "1kib", "", "99999999999GiB"] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }

    #[test]
    fn durations_are_whole_seconds_where_seconds_are_asked() {
        assert_eq!(whole_seconds("0s"), Ok(0));
        assert_eq!(whole_seconds("180d"), Ok(15_552_000));
        assert!(whole_seconds("1500ms").unwrap_err().contains("whole"));
        assert!(
            whole_seconds("soon")
                .unwrap_err()
                .contains("not a duration")
        );
    }
}
