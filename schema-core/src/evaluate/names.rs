//! The names that an object's schema speaks of, and which of them a document has.

use super::node::Node;
use super::raw::Value;

/// The names, each once, in the order of the schema: documents are mostly written in that of the
/// type that the schema was made of.
#[derive(Debug, Default)]
pub(super) struct Names {
    all: Vec<Name>,
    /// Their places, by name.
    sorted: Vec<u32>,
    required: usize,
}

/// One name.
#[derive(Debug)]
pub(super) struct Name {
    bytes: Box<[u8]>,
    node: Option<Node>,
    /// `properties` has it, so it is no additional one.
    pub(super) listed: bool,
    required: bool,
}

impl Name {
    #[inline]
    pub(super) fn holds(&self, value: Value<'_>) -> bool {
        self.node.as_ref().is_none_or(|node| node.holds(value))
    }
}

impl Names {
    /// A name of `properties`.
    pub(super) fn list(&mut self, name: &str, node: Option<Node>) {
        self.all.push(Name {
            bytes: name.as_bytes().into(),
            node,
            listed: true,
            required: false,
        });
    }

    /// A name of `required`.
    pub(super) fn require(&mut self, name: &str) {
        self.required += 1;
        let known = self.all.iter_mut();
        match known.into_iter().find(|it| &*it.bytes == name.as_bytes()) {
            Some(known) => known.required = true,
            None => self.all.push(Name {
                bytes: name.as_bytes().into(),
                node: None,
                listed: false,
                required: true,
            }),
        }
    }

    /// Once all are there.
    pub(super) fn sort(&mut self) {
        self.sorted = (0..self.all.len() as u32).collect();
        let names = &self.all;
        self.sorted.sort_by_key(|at| &names[*at as usize].bytes);
    }

    /// The place of a name; most often the expected one.
    #[inline]
    pub(super) fn find(&self, name: &[u8], expected: usize) -> Option<usize> {
        if self.all.get(expected).is_some_and(|it| &*it.bytes == name) {
            return Some(expected);
        }
        let found = self
            .sorted
            .binary_search_by(|at| (*self.all[*at as usize].bytes).cmp(name));
        found.ok().map(|at| self.sorted[at] as usize)
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> &Name {
        &self.all[place]
    }

    /// Those whose values are looked at.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (&[u8], &Node)> {
        let names = self.all.iter();
        names.filter_map(|it| Some((&*it.bytes, it.node.as_ref()?)))
    }

    /// Those that must be there.
    pub(super) fn required(&self) -> impl Iterator<Item = &[u8]> {
        self.all
            .iter()
            .filter(|it| it.required)
            .map(|it| &*it.bytes)
    }
}

/// Which names were there, and how many of them had to be.
pub(super) struct Seen {
    bits: Bits,
    required: usize,
    next: usize,
}

/// A bit for each name. Over 1,024 names at one level take memory of their own.
enum Bits {
    Few(u64),
    Some([u64; 16]),
    Many(Vec<u64>),
}

impl Seen {
    #[inline]
    pub(super) fn of(names: &Names) -> Self {
        let bits = match names.all.len() {
            0..=64 => Bits::Few(0),
            65..=1024 => Bits::Some([0; 16]),
            many => Bits::Many(vec![0; many.div_ceil(64)]),
        };
        Self {
            bits,
            required: 0,
            next: 0,
        }
    }

    /// The place of the name that is expected next.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Marks it. Where a document has a name twice, the server looks at the first.
    #[inline]
    pub(super) fn is_first(&mut self, at: usize, names: &Names) -> bool {
        self.next = at + 1;
        let word = match &mut self.bits {
            Bits::Few(word) => word,
            Bits::Some(words) => &mut words[at / 64],
            Bits::Many(words) => &mut words[at / 64],
        };
        let bit = 1 << (at % 64);
        let is_first = *word & bit == 0;
        *word |= bit;
        self.required += usize::from(is_first && names.all[at].required);
        is_first
    }

    #[inline]
    pub(super) fn has_all(&self, names: &Names) -> bool {
        self.required == names.required
    }
}
