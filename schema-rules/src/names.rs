//! What a field's name says about what it holds.

use crate::{MONEY_WORDS, NOT_MONEY_WORDS};

/// Whether a field's name is one of an amount of money, by its whole words.
pub fn names_money(name: &str) -> bool {
    let mut words = name.split('_');
    words.clone().any(|word| MONEY_WORDS.contains(&word))
        && !words.any(|word| NOT_MONEY_WORDS.contains(&word))
}

/// Whether a field's name is one of a date.
pub fn names_a_date(name: &str) -> bool {
    name.ends_with("_at") || name.ends_with("_date")
}

#[cfg(test)]
mod tests {
    use super::names_money;

    #[test]
    fn money_is_told_by_whole_words() {
        for name in ["price", "unit_price", "fees", "price_per_unit"] {
            assert!(names_money(name), "{name}");
        }
        for name in [
            "total",
            "rate",
            "priceless",
            "tax_rate",
            "cost_weight",
            "coffee",
        ] {
            assert!(!names_money(name), "{name}");
        }
    }
}
