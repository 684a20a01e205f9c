//! Times to live.

use crate::parse::whole_seconds;

/// The whole seconds of a duration such as `180d`; an error says what is wrong with it. Source: TTL
/// Indexes; createIndexes, `expireAfterSeconds`.
pub(crate) fn seconds(text: &str) -> Result<i32, String> {
    i32::try_from(whole_seconds(text)?)
        .map_err(|_| format!("`{text}` is longer than the server admits"))
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn seconds_are_of_32_bits() {
        assert_eq!(seconds("0s"), Ok(0));
        assert_eq!(seconds("180d"), Ok(15_552_000));
        assert_eq!(seconds("2147483647s"), Ok(i32::MAX));
        assert!(seconds("2147483648s").unwrap_err().contains("longer"));
        assert!(seconds("1500ms").unwrap_err().contains("whole"));
    }
}
