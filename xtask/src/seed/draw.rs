//! Chance that is repeatable: every value has a key of its own, which says what is drawn for it.
//!
//! A key is mixed from the seed, the collection, the document's number and the path to the value, so
//! that any value of any document can be made alone, in whatever order and by whichever worker.

use std::convert::Infallible;

use rand::{RngExt, TryRng};

/// What decides everything that is drawn for one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    /// The key of all that a seed decides.
    pub(super) fn of_seed(seed: u64) -> Self {
        Self(mix(seed ^ 0x6d6f_6e67_6f2d_7363))
    }

    /// The key of a part that has a name.
    pub(super) fn named(self, name: &str) -> Self {
        Self(mix(self.0 ^ fnv(name)))
    }

    /// The key of a part that has a number. Different numbers give different keys.
    pub(super) fn numbered(self, number: u64) -> Self {
        Self(mix(self.0.wrapping_add(mix(number))))
    }

    /// The number that it is: different keys, different numbers.
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// What draws for it.
    pub(super) fn draws(self) -> Draws {
        Draws(self.0)
    }
}

/// A stream of numbers. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (SplitMix64).
#[derive(Debug)]
pub(super) struct Draws(u64);

impl Draws {
    /// A number from 0 up to, but not, 1.
    pub(super) fn share(&mut self) -> f64 {
        self.random()
    }

    /// A number below `bound`; 0 where that is 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            0
        } else {
            self.random_range(0..bound)
        }
    }

    /// One of several.
    pub(super) fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len() as u64) as usize)
    }

    /// Whether something happens that does so with this probability.
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.share() < probability
    }
}

impl TryRng for Draws {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|number| (number >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(STEP);
        Ok(finish(self.0))
    }

    fn try_fill_bytes(&mut self, into: &mut [u8]) -> Result<(), Infallible> {
        for chunk in into.chunks_mut(8) {
            let bytes = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&bytes[..chunk.len()]);
        }
        Ok(())
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads a number over all bits, and gives no two numbers the same.
fn mix(number: u64) -> u64 {
    finish(number.wrapping_add(STEP))
}

fn finish(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// FNV-1a: the standard library's hash may change with its version, and the documents with it.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn numbered_keys_are_all_different() {
        let key = Key::of_seed(1).named("tasks");
        let numbers: BTreeSet<u64> = (0..10_000).map(|at| key.numbered(at).number()).collect();
        assert_eq!(numbers.len(), 10_000);
    }

    #[test]
    fn a_key_draws_the_same_again_and_another_seed_something_else() {
        let drawn = |seed: u64| {
            let mut draws = Key::of_seed(seed).named("a").draws();
            (draws.below(1 << 60), draws.share())
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }
}
