//! Names with `*` for any text, as `external("legacy_*")` takes them.

/// Whether the name matches one of the patterns.
pub(crate) fn matches_any(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, name))
}

/// Each part between stars is taken where it first occurs; the last one must end the name.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let (between, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in between.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let fitting = [
            ("legacy", "legacy"),
            ("legacy_*", "legacy_"),
            ("legacy_*", "legacy_a_b"),
            ("*_old", "a_old_old"),
            ("a*b*c", "abc"),
            ("a*b*c", "a1b2b3c"),
            ("*", ""),
            ("**", "x"),
        ];
        for (pattern, name) in fitting {
            assert!(matches(pattern, name), "{pattern} and {name}");
        }
        let others = [
            ("legacy", "legacy_a"),
            ("legacy_*", "legacy"),
            ("a*a", "a"),
            ("a*b*c", "ac"),
            ("*_old", "a_old_"),
            ("a*bc*c", "abc"),
        ];
        for (pattern, name) in others {
            assert!(!matches(pattern, name), "{pattern} and {name}");
        }
    }
}
