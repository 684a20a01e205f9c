//! A name that is looked for where it would be, without looking first for where it ends.

use super::size::zero;

/// How many bytes are compared at once.
const WIDTH: usize = 16;

/// A name with the zero that ends it.
#[derive(Debug)]
pub(super) struct Key {
    bytes: Box<[u8]>,
    /// The first of them, and which bits of a word these are.
    word: u128,
    mask: u128,
}

impl Key {
    /// None where the name has a zero character, and so is that of no element.
    pub(super) fn new(name: &str) -> Option<Self> {
        let mut bytes = name.as_bytes().to_vec();
        bytes.push(0);
        if zero(&bytes) != Some(name.len()) {
            return None;
        }
        let first = &bytes[..bytes.len().min(WIDTH)];
        let (mut word, mut mask) = ([0; WIDTH], [0; WIDTH]);
        word[..first.len()].copy_from_slice(first);
        mask[..first.len()].fill(0xFF);
        Some(Self {
            word: u128::from_le_bytes(word),
            mask: u128::from_le_bytes(mask),
            bytes: bytes.into(),
        })
    }

    /// Without its end.
    #[inline]
    pub(super) fn name(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - 1]
    }

    /// What is behind the name, if the bytes begin with it.
    #[inline]
    pub(super) fn behind<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        if let Some(first) = bytes.first_chunk::<WIDTH>() {
            if (u128::from_le_bytes(*first) ^ self.word) & self.mask != 0 {
                return None;
            }
            if self.bytes.len() <= WIDTH {
                return Some(&bytes[self.bytes.len()..]);
            }
        }
        bytes.strip_prefix(&*self.bytes)
    }
}
