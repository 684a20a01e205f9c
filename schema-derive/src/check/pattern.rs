//! Rules about regular expressions.
//!
//! The server compiles them by PCRE2, which no library in Rust parses. What is judged here is the
//! syntax that PCRE2 shares with `regex-syntax`, after what differs in spelling alone was rewritten.
//! Only errors that are errors in both are taken for such: at everything else the parser stops, and
//! nothing is said.

use regex_syntax::ast::{ErrorKind, parse::Parser};

/// What is wrong with a pattern, if that is certain.
pub(super) fn fault(pattern: &str) -> Option<String> {
    if pattern.contains('\0') {
        return Some("it holds a NUL".to_owned());
    }
    let error = Parser::new().parse(&rewritten(pattern)?).err()?;
    is_certain(error.kind()).then(|| error.kind().to_string())
}

/// Whether PCRE2 refuses it as well.
fn is_certain(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ClassRangeInvalid
            | ErrorKind::ClassUnclosed
            | ErrorKind::EscapeUnexpectedEof
            | ErrorKind::GroupUnclosed
            | ErrorKind::GroupUnopened
            | ErrorKind::RepetitionCountInvalid
            | ErrorKind::RepetitionMissing
    )
}

/// The pattern in the syntax of `regex-syntax`: look-around and atomic groups as plain groups, and
/// without a meaning for what has none inside a class. None where there is a construct that changes
/// how what follows it is read.
fn rewritten(pattern: &str) -> Option<String> {
    if pattern.contains("(*") || pattern.contains("\\Q") || pattern.contains("(?#") {
        return None;
    }
    let mut out = String::new();
    let mut rest = pattern;
    let mut class = Class::Outside;
    while let Some(ch) = rest.chars().next() {
        let (step, taken) = match class {
            Class::Outside => outside(rest, ch),
            _ => inside(rest, ch, class)?,
        };
        out.push_str(&step);
        class = class.after(ch, taken == 1);
        rest = rest.get(taken.max(ch.len_utf8())..)?;
    }
    Some(out)
}

/// Where a reader of a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Not in a class.
    Outside,
    /// In a class, at its first character, where `]` stands for itself.
    First,
    /// In a class, behind its first character.
    Inside,
}

impl Class {
    /// Behind `ch`, which stood alone or began something longer.
    fn after(self, ch: char, alone: bool) -> Self {
        match (self, ch, alone) {
            (Self::Outside, '[', true) => Self::First,
            (Self::Outside, ..) => Self::Outside,
            (Self::First, '^', true) => Self::First,
            (Self::Inside, ']', true) => Self::Outside,
            _ => Self::Inside,
        }
    }
}

/// What stands for the next part of a pattern, and how many bytes of it that is.
fn outside(rest: &str, ch: char) -> (String, usize) {
    for group in ["(?<=", "(?<!", "(?=", "(?!", "(?>"] {
        if rest.starts_with(group) {
            return ("(?:".to_owned(), group.len());
        }
    }
    as_it_is(rest, ch)
}

/// The same inside a class; none where the two engines read it differently.
fn inside(rest: &str, ch: char, class: Class) -> Option<(String, usize)> {
    if rest.starts_with("[:") {
        let end = rest.find(":]")? + 2;
        return Some((rest[..end].to_owned(), end));
    }
    match ch {
        _ if rest.starts_with("--") => None,
        '[' | '&' | '~' => Some((format!("\\{ch}"), 1)),
        '^' if class == Class::First => Some((ch.to_string(), 1)),
        _ => Some(as_it_is(rest, ch)),
    }
}

/// An escape with what it escapes, or one character.
fn as_it_is(rest: &str, ch: char) -> (String, usize) {
    let escaped = rest.chars().nth(1).filter(|_| ch == '\\');
    let taken = ch.len_utf8() + escaped.map_or(0, char::len_utf8);
    (rest[..taken].to_owned(), taken)
}

/// Whether a pattern holds for the whole string, in each of its alternatives.
pub(super) fn is_anchored(pattern: &str) -> bool {
    let (flags, rest) = leading_flags(pattern);
    // With it `^` and `$` are the ends of a line.
    !flags.contains('m') && alternatives(rest).into_iter().all(is_anchored_alternative)
}

fn is_anchored_alternative(pattern: &str) -> bool {
    if let Some(inner) = only_group(pattern) {
        return is_anchored(inner);
    }
    let starts = pattern.starts_with('^') || pattern.starts_with("\\A");
    let before_end = pattern.strip_suffix('$');
    let ends = before_end.is_some_and(|before| !ends_in_escape(before))
        || ["z", "Z"]
            .iter()
            .any(|end| pattern.strip_suffix(end).is_some_and(ends_in_escape));
    starts && ends
}

/// Whether what follows is escaped: behind an odd number of backslashes.
fn ends_in_escape(pattern: &str) -> bool {
    let slashes = pattern.bytes().rev().take_while(|byte| *byte == b'\\');
    slashes.count() % 2 == 1
}

/// The flags in `(?i)` at the beginning, and what follows.
fn leading_flags(pattern: &str) -> (&str, &str) {
    let flags = pattern
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'));
    match flags {
        Some((flags, rest)) if flags.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            (flags, rest)
        }
        _ => ("", pattern),
    }
}

/// The inside of a pattern that is one group as a whole.
fn only_group(pattern: &str) -> Option<&str> {
    let inner = pattern.strip_prefix('(')?.strip_suffix(')')?;
    let inner = inner.strip_prefix("?:").unwrap_or(inner);
    let depths = depths(inner);
    (!inner.starts_with('?')
        && depths.iter().all(|(_, _, depth)| *depth >= 0)
        && depths.last().is_none_or(|(_, _, depth)| *depth == 0))
    .then_some(inner)
}

/// What `|` parts outside of every group.
fn alternatives(pattern: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, ch, depth) in depths(pattern) {
        if ch == '|' && depth == 0 {
            parts.push(&pattern[start..at]);
            start = at + 1;
        }
    }
    parts.push(&pattern[start..]);
    parts
}

/// Every character that is neither escaped nor inside a class, with its place, and how many groups
/// are open behind it.
fn depths(pattern: &str) -> Vec<(usize, char, i32)> {
    let mut found = Vec::new();
    let (mut at, mut depth, mut class) = (0, 0, Class::Outside);
    while let Some(ch) = pattern[at..].chars().next() {
        let (_, taken) = as_it_is(&pattern[at..], ch);
        let alone = taken == ch.len_utf8();
        if class == Class::Outside && alone {
            depth += i32::from(ch == '(') - i32::from(ch == ')');
            found.push((at, ch, depth));
        }
        class = class.after(ch, alone);
        at += taken;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{fault, is_anchored};

    #[test]
    fn what_no_engine_reads_is_a_fault() {
        for pattern in [
            "^[a-z+$", "^(a$", "^a)$", "a{3,2}", "*a", "a|*", "[z-a]", "a\\", "(?=a", "a\0",
        ] {
            assert!(fault(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn what_pcre2_reads_is_none() {
        for pattern in [
            r"^(?=.*\d)(?!.*\s)(?<=a)(?<!b).{8,64}$",
            r"^(?>a+)b++c*+$",
            r"^[[:alpha:]_][[:alnum:]]*$",
            r"^[[a-z]+$",
            r"^[]a]+[^]a]$",
            r"^[a&&b~~c]$",
            r"^[\w-.]+@[\w.-]+$",
            r"^[+--]$",
            r"^(a)\1(?<n>b)\k<n>(?&n)(?R)?$",
            r"^\Q(\E$",
            r"(*UTF)^a$",
            r"^(?|(a)|(b))$",
            r"^\p{L}\X\R\h\N\K$",
            r"^a{,3}b{c}\/\é\<$",
            r"^(?#:-()a$",
            "^é[à-ü]$",
            "",
        ] {
            assert_eq!(fault(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn each_alternative_has_both_anchors() {
        for pattern in [
            "^a$",
            r"\Aa\z",
            r"\Aa\Z",
            "^a$|^b$",
            "^(a|b)$",
            "(^a$|^b$)",
            "(?:^a$)",
            "(?i)^a$",
            r"^[|]$",
            r"^\|$",
            r"^a\\$",
            "^$",
        ] {
            assert!(is_anchored(pattern), "{pattern}");
        }
        for pattern in [
            "a", "^a", "a$", "^a|b$", "(^a|b$)", r"^a\$", "(?m)^a$", "", "^a$|", r"^a\\z",
            "(^a)(b$)",
        ] {
            assert!(!is_anchored(pattern), "{pattern}");
        }
    }
}
