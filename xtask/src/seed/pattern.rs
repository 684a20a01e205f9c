//! Texts that match patterns, of lengths within bounds.
//!
//! A pattern is unfolded into a shape: so many places, each with the characters that may stand there.
//! Different choices give different texts, so a shape also numbers its texts, which is what unique
//! fields need and what generators of random matches do not have.

use fancy_regex::Regex;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Hir;

use super::draw::{Draws, Key};
use super::shape::Shape;

/// How often a text is drawn before that is given up: what a shape leaves out (look-around, word
/// boundaries, a second pattern) is only checked.
const ATTEMPTS: u64 = 400;
/// How much longer than necessary texts usually are.
const SPARE: u64 = 12;
/// How much longer than necessary a shape of unique texts may get.
const MOST_SPARE: u64 = 64;

/// Patterns that a text has to match, and the bounds of its length in code points.
#[derive(Debug)]
pub(super) struct Patterns {
    regexes: Vec<Regex>,
    /// The first pattern, without look-around; none where that is not understood.
    hir: Option<Hir>,
    least: u64,
    most: u64,
}

impl Patterns {
    /// Reads the patterns, in the server's dialect; the error is the pattern and what is wrong.
    pub(super) fn new(
        patterns: &[String],
        least: u64,
        most: u64,
    ) -> Result<Self, (String, String)> {
        let regexes = patterns.iter().map(|pattern| {
            Regex::new(pattern).map_err(|error| (pattern.clone(), error.to_string()))
        });
        Ok(Self {
            regexes: regexes.collect::<Result<_, _>>()?,
            hir: patterns.first().and_then(|pattern| parse(pattern)),
            least,
            most,
        })
    }

    /// Whether a text keeps all of them.
    pub(super) fn admit(&self, text: &str) -> bool {
        let length = text.chars().count() as u64;
        (self.least..=self.most).contains(&length)
            && self
                .regexes
                .iter()
                .all(|regex| regex.is_match(text).unwrap_or(false))
    }

    /// A text that keeps all of them, where one is found.
    pub(super) fn draw(&self, draws: &mut Draws) -> Option<String> {
        let hir = self.hir.as_ref()?;
        (0..ATTEMPTS).find_map(|attempt| {
            // What is too short with little room may do with more.
            let spare = self.spare(hir, draws.below(SPARE + 1) + attempt / 8)?;
            let text = Shape::of(hir, spare, attempt % 2 == 1, draws).random(draws);
            self.admit(&text).then_some(text)
        })
    }

    /// A shape with at least so many texts that keep all of them, the shortest that is found.
    pub(super) fn shape(&self, wanted: u64) -> Option<Shape> {
        let hir = self.hir.as_ref()?;
        (0..=MOST_SPARE * 4).find_map(|attempt| {
            let mut draws = Key::of_seed(attempt).draws();
            let spare = self.spare(hir, attempt / 4)?;
            let shape = Shape::of(hir, spare, true, &mut draws);
            let samples = [0, 1, wanted / 2, wanted.saturating_sub(1)];
            let holds = || samples.iter().all(|at| self.admit(&shape.nth(*at)));
            (shape.capacity() >= wanted && holds()).then_some(shape)
        })
    }

    /// How many code points a text may have beyond those that the pattern needs: as many as are
    /// needed for the least length, and so many more as the greatest admits.
    fn spare(&self, hir: &Hir, wanted: u64) -> Option<u64> {
        let needed = hir.properties().minimum_len()? as u64;
        let least = self.least.saturating_sub(needed);
        let most = self.most.saturating_sub(needed);
        Some((least + wanted).min(most))
    }
}

/// Parses a pattern without its look-around, with the ASCII classes of the server's dialect where
/// it holds nothing but ASCII.
fn parse(pattern: &str) -> Option<Hir> {
    let pattern = without_look_around(pattern);
    let mut builder = ParserBuilder::new();
    if pattern.is_ascii() {
        builder.unicode(false).utf8(false);
    }
    builder.build().parse(&pattern).ok()
}

/// Leaves out `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`.
fn without_look_around(pattern: &str) -> String {
    let mut rest = pattern;
    let mut kept = String::new();
    while let Some(letter) = rest.chars().next() {
        let is_look = ["(?=", "(?!", "(?<=", "(?<!"]
            .iter()
            .any(|start| rest.starts_with(start));
        let length = if is_look {
            group(rest)
        } else {
            let length = if letter == '\\' {
                let escaped = rest.chars().nth(1).map_or(0, char::len_utf8);
                1 + escaped
            } else {
                letter.len_utf8()
            };
            kept.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    kept
}

/// The bytes of the group that a text starts with.
fn group(text: &str) -> usize {
    let (mut depth, mut in_class, mut escaped) = (0, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + letter.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn patterns(pattern: &str, least: u64, most: u64) -> Patterns {
        Patterns::new(&[pattern.to_owned()], least, most).expect("a pattern")
    }

    #[test]
    fn texts_match_and_keep_their_length() {
        for (pattern, least, most) in [
            ("^[^@A-Z]+@[^@A-Z]+$", 0, 320),
            ("^[A-Z]{3}$", 0, 100),
            ("^#[0-9a-f]{6}$", 0, 7),
            ("[0-9]+", 5, 5),
            (r"^\d{3}-\w+$", 20, 22),
            ("^(foo|barbaz|x)?y*$", 9, 9),
            (r"^(?=.*\d)(?=.*[a-z]).{8,}$", 8, 12),
            ("^[äöü]{2,}ß$", 3, 5),
            (r"^a\.b\(c\)$", 0, 100),
            (r"\bid-[0-9]{4}\b", 0, 50),
        ] {
            let patterns = patterns(pattern, least, most);
            let mut draws = Key::of_seed(7).draws();
            for _ in 0..50 {
                let text = patterns.draw(&mut draws);
                assert!(text.is_some(), "{pattern}");
            }
        }
    }

    #[test]
    fn a_shape_has_no_text_twice() {
        for (pattern, wanted) in [("^[A-Z]{3}$", 17_576), ("^[a-z]+-[0-9]+$", 50_000)] {
            let patterns = patterns(pattern, 0, 40);
            let shape = patterns.shape(wanted).expect("a shape");
            let texts: BTreeSet<String> = (0..wanted).map(|at| shape.nth(at)).collect();
            assert_eq!(texts.len() as u64, wanted, "{pattern}");
            assert!(texts.iter().all(|text| patterns.admit(text)), "{pattern}");
        }
    }

    #[test]
    fn what_has_too_few_texts_or_none_has_no_shape() {
        assert!(patterns("^[A-Z]{3}$", 0, 40).shape(17_577).is_none());
        assert!(patterns("^a{9}$", 0, 3).shape(1).is_none());
        let mut draws = Key::of_seed(7).draws();
        assert!(patterns("^a{9}$", 0, 3).draw(&mut draws).is_none());
        assert!(Patterns::new(&["(".to_owned()], 0, 3).is_err());
    }
}
