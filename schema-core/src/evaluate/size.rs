//! How many bytes values take (specification at bsonspec.org).

use super::raw::kind;

/// How many bytes a value of this type takes at the start of `rest`; none where its type or a
/// length in it is none.
#[inline]
pub(super) fn size(kind: u8, rest: &[u8]) -> Option<usize> {
    let rule = SIZES[usize::from(kind)];
    match rule {
        0..COUNTED => Some(rule.into()),
        OTHER => size_of_regex(kind, rest),
        _ => length(rest)?.checked_add(usize::from(rule - COUNTED)),
    }
}

/// A value begins with how many bytes it has; over this, how many are not in that count.
const COUNTED: u8 = 0x40;

/// No type, or one of its own.
const OTHER: u8 = 0xFF;

/// Of each type its number of bytes: looked up, since a branch for each type is guessed wrongly too
/// often.
const SIZES: [u8; 256] = {
    let mut sizes = [OTHER; 256];
    let mut at = 0;
    while at < 256 {
        sizes[at] = size_of_type(at as u8);
        at += 1;
    }
    sizes
};

const fn size_of_type(kind: u8) -> u8 {
    match kind {
        kind::UNDEFINED | kind::NULL | kind::MIN_KEY | kind::MAX_KEY => 0,
        kind::BOOL => 1,
        kind::INT => 4,
        kind::DOUBLE | kind::DATE | kind::TIMESTAMP | kind::LONG => 8,
        kind::OBJECT_ID => 12,
        kind::DECIMAL => 16,
        kind::OBJECT | kind::ARRAY | kind::CODE_WITH_SCOPE => COUNTED,
        kind::STRING | kind::CODE | kind::SYMBOL => COUNTED + 4,
        kind::BINARY => COUNTED + 5,
        kind::DB_POINTER => COUNTED + 16,
        _ => OTHER,
    }
}

/// Two texts behind each other.
#[cold]
fn size_of_regex(kind: u8, rest: &[u8]) -> Option<usize> {
    if kind != kind::REGEX {
        return None;
    }
    let pattern = end_of_text(rest)?;
    Some(pattern + end_of_text(&rest[pattern..])?)
}

#[inline]
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let (length, _) = bytes.split_first_chunk::<4>()?;
    usize::try_from(i32::from_le_bytes(*length)).ok()
}

/// Behind the zero that ends a text.
fn end_of_text(bytes: &[u8]) -> Option<usize> {
    Some(zero(bytes)? + 1)
}

/// Where the first zero is; eight bytes at a time, since names end within the first few.
#[inline]
pub(super) fn zero(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let (mut rest, mut behind) = (bytes, 0);
    while let Some((chunk, next)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // The lowest bit that is left belongs to the first zero.
        let zeros = word.wrapping_sub(LOW) & !word & HIGH;
        if zeros != 0 {
            return Some(behind + zeros.trailing_zeros() as usize / 8);
        }
        (rest, behind) = (next, behind + 8);
    }
    let found = rest.iter().position(|byte| *byte == 0);
    found.map(|at| behind + at)
}
