//! The known name that is nearest to one that is not known.

/// The longest name that is compared; a longer one is near to none.
const LONGEST: usize = 48;

/// The name at this position of those that NUL ends.
pub(crate) const fn name_at(names: &str, position: usize) -> &[u8] {
    let bytes = names.as_bytes();
    let (mut start, mut skipped) = (0, 0);
    while skipped < position && start < bytes.len() {
        if bytes[start] == 0 {
            skipped += 1;
        }
        start += 1;
    }
    let mut end = start;
    while end < bytes.len() && bytes[end] != 0 {
        end += 1;
    }
    bytes.split_at(end).0.split_at(start).1
}

/// The position among the first `count` names of pairs of the one that is nearest to `wanted`, if
/// it is near enough to be meant.
pub(crate) const fn nearest(names: &str, count: usize, wanted: &[u8]) -> Option<usize> {
    let (mut best, mut least) = (None, 2 + wanted.len() / 4);
    let mut at = 0;
    while at < count {
        let distance = distance(name_at(names, at * 2), wanted);
        if distance < least {
            (best, least) = (Some(at), distance);
        }
        at += 1;
    }
    best
}

/// How many bytes have to be inserted, removed, replaced or swapped with their neighbour to make
/// `a` from `b`.
const fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len() > LONGEST || b.len() > LONGEST {
        return usize::MAX;
    }
    let (mut last, mut row) = ([0; LONGEST + 1], [0; LONGEST + 1]);
    let mut j = 0;
    while j <= b.len() {
        row[j] = j;
        j += 1;
    }
    let mut i = 1;
    while i <= a.len() {
        let before = last;
        last = row;
        row[0] = i;
        j = 1;
        while j <= b.len() {
            let replaced = last[j - 1] + if a[i - 1] == b[j - 1] { 0 } else { 1 };
            row[j] = least(replaced, least(last[j], row[j - 1]) + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = least(row[j], before[j - 2] + 1);
            }
            j += 1;
        }
        i += 1;
    }
    row[b.len()]
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_nearest_name_is_found_if_it_is_near() {
        assert_eq!(distance(b"name", b"nmae"), 1);
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        let names = "id\0_id\0name\0name\0";
        assert_eq!(nearest(names, 2, b"nmae"), Some(1));
        assert_eq!(nearest(names, 2, b"avatar"), None);
        assert_eq!(nearest(names, 2, &[b'n'; 49]), None);
    }
}
