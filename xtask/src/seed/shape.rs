//! A shape of texts: which characters may stand at each place.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::draw::Draws;

/// The characters of each place of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape(Vec<Vec<(char, char)>>);

impl Shape {
    /// Unfolds a pattern; `greedy` uses up the spare length as soon as it can.
    pub(super) fn of(hir: &Hir, mut spare: u64, greedy: bool, draws: &mut Draws) -> Self {
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

    pub(super) fn random(&self, draws: &mut Draws) -> String {
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
