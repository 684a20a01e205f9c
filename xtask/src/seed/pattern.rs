//! Texts that match patterns, of lengths within bounds.
//!
//! A pattern is unfolded into a shape: so many places, each with the characters that may stand there.
//! Different choices give different texts, so a shape also numbers its texts, which is what unique
//! fields need and what generators of random matches do not have.

use fancy_regex::Regex;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::draw::{Draws, Key};

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

/// The characters of each place of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape(Vec<Vec<(char, char)>>);

impl Shape {
    /// Unfolds a pattern; `greedy` uses up the spare length as soon as it can.
    fn of(hir: &Hir, mut spare: u64, greedy: bool, draws: &mut Draws) -> Self {
        let mut places = Vec::new();
        unfold(hir, &mut spare, greedy, draws, &mut places);
        Self(places)
    }

    /// How many texts it has.
    pub(super) fn capacity(&self) -> u64 {
        self.0.iter().fold(1, |all: u64, place| {
            all.saturating_mul(u64::from(size(place)))
        })
    }

    /// The text of this number; different ones below the capacity give different texts.
    pub(super) fn nth(&self, mut number: u64) -> String {
        let mut letters: Vec<char> = self
            .0
            .iter()
            .rev()
            .map(|place| {
                let size = u64::from(size(place)).max(1);
                let letter = pick(place, (number % size) as u32);
                number /= size;
                letter
            })
            .collect();
        letters.reverse();
        letters.into_iter().collect()
    }

    fn random(&self, draws: &mut Draws) -> String {
        let places = self.0.iter();
        places
            .map(|place| pick(place, draws.below(u64::from(size(place))) as u32))
            .collect()
    }
}

fn unfold(
    hir: &Hir,
    spare: &mut u64,
    greedy: bool,
    draws: &mut Draws,
    places: &mut Vec<Vec<(char, char)>>,
) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => {
            let text = String::from_utf8_lossy(&literal.0);
            places.extend(text.chars().map(|letter| vec![(letter, letter)]));
        }
        HirKind::Class(class) => places.push(usual(&ranges(class))),
        HirKind::Capture(capture) => unfold(&capture.sub, spare, greedy, draws, places),
        HirKind::Concat(parts) => {
            for part in parts {
                unfold(part, spare, greedy, draws, places);
            }
        }
        HirKind::Alternation(choices) => {
            if let Some(choice) = affordable(choices, spare, draws) {
                unfold(choice, spare, greedy, draws, places);
            }
        }
        HirKind::Repetition(repetition) => {
            for _ in 0..times(repetition, spare, greedy, draws) {
                unfold(&repetition.sub, spare, greedy, draws, places);
            }
        }
    }
}

/// One of the choices that the spare length suffices for.
fn affordable<'a>(choices: &'a [Hir], spare: &mut u64, draws: &mut Draws) -> Option<&'a Hir> {
    let needs = |hir: &Hir| hir.properties().minimum_len().unwrap_or_default() as u64;
    let least = choices.iter().map(needs).min()?;
    let choices: Vec<&Hir> = choices
        .iter()
        .filter(|choice| needs(choice) - least <= *spare)
        .collect();
    let choice = *draws.one_of(&choices)?;
    *spare -= needs(choice) - least;
    Some(choice)
}

/// How often a part is repeated.
fn times(repetition: &Repetition, spare: &mut u64, greedy: bool, draws: &mut Draws) -> u32 {
    let needed = repetition.sub.properties().minimum_len();
    let each = needed.unwrap_or_default().max(1) as u64;
    let most = repetition
        .max
        .map_or(u64::MAX, |most| u64::from(most - repetition.min));
    let most = most.min(*spare / each);
    let more = if greedy { most } else { draws.below(most + 1) };
    *spare -= more * each;
    repetition.min + more as u32
}

fn ranges(class: &Class) -> Vec<(char, char)> {
    match class {
        Class::Unicode(class) => class.iter().map(|it| (it.start(), it.end())).collect(),
        // A byte that is no ASCII is no character of its own.
        Class::Bytes(class) => class
            .iter()
            .filter(|range| range.start().is_ascii())
            .map(|range| (char::from(range.start()), char::from(range.end().min(127))))
            .collect(),
    }
}

/// Of the characters that may stand in a place those that people use: letters and digits, else what
/// can be printed, else all.
fn usual(all: &[(char, char)]) -> Vec<(char, char)> {
    let known: [&[(char, char)]; 2] = [&[('0', '9'), ('A', 'Z'), ('a', 'z')], &[('!', '~')]];
    let some = known.iter().map(|known| common(all, known));
    let mut some = some.filter(|ranges| !ranges.is_empty());
    some.next().unwrap_or_else(|| all.to_vec())
}

fn common(all: &[(char, char)], known: &[(char, char)]) -> Vec<(char, char)> {
    let both = all.iter().flat_map(|a| {
        let both = known.iter().map(|b| (a.0.max(b.0), a.1.min(b.1)));
        both.filter(|(from, to)| from <= to)
    });
    both.collect()
}

fn size(place: &[(char, char)]) -> u32 {
    place
        .iter()
        .map(|(from, to)| u32::from(*to) - u32::from(*from) + 1)
        .sum()
}

fn pick(place: &[(char, char)], mut at: u32) -> char {
    for (from, to) in place {
        let size = u32::from(*to) - u32::from(*from) + 1;
        if at < size {
            return char::from_u32(u32::from(*from) + at).unwrap_or(*from);
        }
        at -= size;
    }
    '?'
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
