//! The stored names of an index's keys: how large they are together, and the default name that is
//! made of them.

use schema_rules::INDEX_KEY_TOO_LARGE;

use super::{Context, Verdict, position};
use crate::{
    faults::Faults,
    parse::{Index, Key, KeyPath, Kind},
};

/// The most bytes of BSON of a key pattern. Source: createIndexes; the server's `IndexKeyValidate`.
const MOST: usize = 2048;

/// Below so many bytes, and with fewer keys through other types, names would have to be far longer
/// in the database than in Rust.
const SUSPECT: usize = 500;
const MANY: usize = 12;

impl Context<'_> {
    /// The keys' paths are not too long together.
    pub(super) fn pattern_is_small(&self, index: &Index, faults: &mut Faults) {
        if self.key_size(index) == Verdict::Broken {
            let wrong = format!(
                "the keys of the index take {} bytes",
                self.pattern_size(index)
            );
            faults.broken(&INDEX_KEY_TOO_LARGE, &[], index.span, &wrong);
        }
    }

    /// Whether the keys take no more bytes than the server admits.
    pub(crate) fn key_size(&self, index: &Index) -> Verdict {
        let size = self.pattern_size(index);
        let open = index.key_paths();
        let open = open.filter(|path| self.stored_path(path).is_none()).count();
        match open {
            0 if size > MOST => Verdict::Broken,
            0 => Verdict::Holds,
            _ if size > SUSPECT || open > MANY => Verdict::Open,
            _ => Verdict::Holds,
        }
    }

    /// The bytes of the key pattern, with the Rust names of what lies in other types.
    fn pattern_size(&self, index: &Index) -> usize {
        let sizes = index.keys.iter().map(|key| {
            let path = key.path.as_ref();
            let path = path.map_or(3, |path| {
                let stored = self.stored_path(path).unwrap_or_else(|| path.text());
                stored.len() + 4 * usize::from(key.kind == Kind::Wildcard)
            });
            2 + path + key.kind.word().map_or(4, |word| word.len() + 5)
        });
        5 + sizes.sum::<usize>()
    }

    /// The default name of an index without nested paths, whose stored form the tokens show.
    pub(super) fn default_name(&self, index: &Index) -> Option<String> {
        let parts = index.keys.iter().map(|key| self.part(key));
        let parts: Option<Vec<String>> = parts.collect();
        parts.map(|parts| parts.join("_"))
    }

    /// A key's part of a default name.
    fn part(&self, key: &Key) -> Option<String> {
        let path = match &key.path {
            None => "$**".to_owned(),
            Some(path) if key.kind == Kind::Wildcard => self.stored_path(path)? + ".$**",
            Some(path) => self.stored_path(path)?,
        };
        Some(format!("{path}_{}", order(key)))
    }

    /// Whether a name may be the default one of an index, of which the tokens show only a part.
    pub(crate) fn may_be_default_name(&self, name: &str, index: &Index) -> bool {
        let may_hold = |key: &Key| match (self.part(key), &key.path) {
            (Some(part), _) => name.contains(&part),
            (None, Some(path)) => self
                .stored_first(path)
                .is_none_or(|first| name.contains(&(first + "."))),
            (None, None) => true,
        };
        index.attrs.name.is_none()
            && self.default_name(index).is_none()
            && index
                .keys
                .last()
                .is_some_and(|key| name.ends_with(order(key)))
            && index.keys.iter().all(may_hold)
    }

    fn stored_path(&self, path: &KeyPath) -> Option<String> {
        if path.stored {
            return Some(path.text());
        }
        self.stored_first(path).filter(|_| path.segments.len() == 1)
    }

    /// The stored name of a path's first segment, where it is a field of the struct itself.
    fn stored_first(&self, path: &KeyPath) -> Option<String> {
        let field = position(self.fields, path).map(|at| &self.fields[at]);
        field.map(|field| field.stored_name.clone())
    }
}

fn order(key: &Key) -> &'static str {
    let order = if key.kind == Kind::Descending {
        "-1"
    } else {
        "1"
    };
    key.kind.word().unwrap_or(order)
}
