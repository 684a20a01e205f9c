//! The names of indexes that are created.

use std::collections::BTreeSet;

use crate::normal::NormalIndex;

/// The declared name, or where it is taken that name with a short hash of what the index is, such
/// as `email_1_6a09e667`. The same index gets the same name at each run.
pub(super) fn free(index: &NormalIndex, taken: &BTreeSet<String>) -> String {
    let candidates = (0..).map(|attempt: u32| candidate(index, attempt));
    let mut names = std::iter::once(index.name.clone()).chain(candidates);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The name that the index gets where its declared one is taken.
pub(crate) fn spare(index: &NormalIndex) -> String {
    candidate(index, 0)
}

/// A short text that is another for another text.
pub(super) fn hash(text: &str) -> String {
    format!("{:08x}", fnv(FNV_OFFSET, text.as_bytes()))
}

fn candidate(index: &NormalIndex, attempt: u32) -> String {
    let mut hash = fnv(FNV_OFFSET, index.signature.text().as_bytes());
    hash = fnv(hash, index.rest.text().as_bytes());
    if attempt > 0 {
        hash = fnv(hash, &attempt.to_le_bytes());
    }
    format!("{}_{hash:08x}", index.name)
}

/// The 32-bit offset basis and, below, the prime of FNV-1a. The standard library's hasher may change
/// between releases, and with it the name of a live index.
const FNV_OFFSET: u32 = 0x811c_9dc5;

fn fnv(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv(FNV_OFFSET, b""), 0x811c_9dc5);
        assert_eq!(fnv(FNV_OFFSET, b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn a_taken_name_gets_a_stable_hash_and_a_taken_hash_another() {
        let index = NormalIndex::live(&doc! { "key": { "a": 1 }, "name": "a_1" });
        let mut taken = BTreeSet::new();
        assert_eq!(free(&index, &taken), "a_1");
        taken.insert("a_1".into());
        let hashed = free(&index, &taken);
        assert_eq!(hashed, free(&index, &taken));
        assert_eq!(hashed.len(), "a_1_".len() + 8);
        taken.insert(hashed.clone());
        assert_ne!(free(&index, &taken), hashed);
    }
}
