//! serde's rules of `rename_all`.

/// serde's rules of `rename_all`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RenameRule {
    /// The name as it is in Rust.
    #[default]
    None,
    /// `lowercase`
    Lower,
    /// `UPPERCASE`
    Upper,
    /// `PascalCase`
    Pascal,
    /// `camelCase`
    Camel,
    /// `snake_case`
    Snake,
    /// `SCREAMING_SNAKE_CASE`
    ScreamingSnake,
    /// `kebab-case`
    Kebab,
    /// `SCREAMING-KEBAB-CASE`
    ScreamingKebab,
}

impl RenameRule {
    /// The rule of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// The stored name of a field, whose Rust name is in snake_case.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::None | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => lower_first(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The stored name of a variant, whose Rust name is in PascalCase.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::None | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(name: &str) -> String {
    let mut upper = true;
    let mut out = String::new();
    for ch in name.chars() {
        if ch == '_' {
            upper = true;
        } else {
            out.push(if upper { ch.to_ascii_uppercase() } else { ch });
            upper = false;
        }
    }
    out
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_ascii_lowercase().to_string() + chars.as_str()
    })
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, ch) in name.char_indices() {
        if at > 0 && ch.is_uppercase() {
            out.push('_');
        }
        out.push(ch.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::RenameRule;

    #[test]
    fn names_are_those_of_serde() {
        let rules = [
            "lowercase",
            "UPPERCASE",
            "PascalCase",
            "camelCase",
            "snake_case",
            "SCREAMING_SNAKE_CASE",
            "kebab-case",
            "SCREAMING-KEBAB-CASE",
        ];
        let fields = [
            "very_tasty",
            "VERY_TASTY",
            "VeryTasty",
            "veryTasty",
            "very_tasty",
            "VERY_TASTY",
            "very-tasty",
            "VERY-TASTY",
        ];
        let variants = [
            "verytasty",
            "VERYTASTY",
            "VeryTasty",
            "veryTasty",
            "very_tasty",
            "VERY_TASTY",
            "very-tasty",
            "VERY-TASTY",
        ];
        for ((rule, field), variant) in rules.into_iter().zip(fields).zip(variants) {
            let rule = RenameRule::named(rule).unwrap();
            assert_eq!(rule.field("very_tasty"), field);
            assert_eq!(rule.variant("VeryTasty"), variant);
        }
        assert_eq!(RenameRule::named("Title Case"), None);
    }
}
