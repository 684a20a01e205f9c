//! The names that an object's schema speaks of, and which of them a document has.

use super::key::Key;
use super::node::Node;
use super::raw::{Elements, Value};

/// How many names may be left out of a document before one that is there, and the order still counts
/// as the expected one.
const LEFT_OUT: usize = 4;

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
    key: Key,
    node: Option<Node>,
    /// `properties` has it, so it is no additional one.
    pub(super) listed: bool,
    required: bool,
}

impl Name {
    /// Whether a value holds and is whole; of those of its name, only the first is looked at.
    #[inline]
    pub(super) fn holds(&self, value: Value<'_>, is_first: bool) -> bool {
        match &self.node {
            Some(node) if is_first => node.holds(value),
            _ => value.is_whole(),
        }
    }
}

impl Names {
    /// A name of `properties`. Of one with a zero character there is never a value.
    pub(super) fn list(&mut self, name: &str, node: Option<Node>) {
        self.all.extend(Key::new(name).map(|key| Name {
            key,
            node,
            listed: true,
            required: false,
        }));
    }

    /// A name of `required`.
    pub(super) fn require(&mut self, name: &str) {
        self.required += 1;
        let known = self.all.iter_mut();
        match known
            .into_iter()
            .find(|it| it.key.name() == name.as_bytes())
        {
            Some(known) => known.required = true,
            None => self.all.extend(Key::new(name).map(|key| Name {
                key,
                node: None,
                listed: false,
                required: true,
            })),
        }
    }

    /// Once all are there.
    pub(super) fn sort(&mut self) {
        self.sorted = (0..self.all.len() as u32).collect();
        let name = |at: &u32| self.all[*at as usize].key.name();
        self.sorted
            .sort_by(|left, right| name(left).cmp(name(right)));
    }

    /// The next element, with the place of its name: most often the expected one, or one soon after.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "a value that is returned in memory is slow to read"
    )]
    pub(super) fn next<'a>(
        &'a self,
        elements: &mut Elements<'a>,
        expected: usize,
    ) -> Option<(Option<usize>, &'a [u8], Value<'a>)> {
        let soon = self.all.iter().enumerate().skip(expected).take(LEFT_OUT);
        for (at, it) in soon {
            if let Some(value) = elements.next_named(&it.key) {
                return Some((Some(at), it.key.name(), value));
            }
        }
        let (name, value) = elements.next()?;
        Some((self.find(name), name, value))
    }

    /// The place of a name.
    pub(super) fn find(&self, name: &[u8]) -> Option<usize> {
        let of = |at: &u32| self.all[*at as usize].key.name();
        let found = self.sorted.binary_search_by(|at| of(at).cmp(name));
        found.ok().map(|at| self.sorted[at] as usize)
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> &Name {
        &self.all[place]
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Those whose values are looked at.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (&[u8], &Node)> {
        let names = self.all.iter();
        names.filter_map(|it| Some((it.key.name(), it.node.as_ref()?)))
    }

    /// Those that must be there.
    pub(super) fn required(&self) -> impl Iterator<Item = &[u8]> {
        self.all
            .iter()
            .filter(|it| it.required)
            .map(|it| it.key.name())
    }
}

/// Which names were there, and how many of them had to be.
pub(super) struct Seen<B> {
    /// A bit for each name.
    bits: B,
    required: usize,
    next: usize,
}

impl<B: AsMut<[u64]>> Seen<B> {
    /// `bits`: none set, and one for each name.
    #[inline]
    pub(super) fn new(bits: B) -> Self {
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
        let word = &mut self.bits.as_mut()[at / 64];
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
