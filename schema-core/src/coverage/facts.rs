//! What a collection's types say of an index's keys.

use schema_rules::coverage::{Fact, PathSet};

use super::{MOST_KEYS, has_path};
use crate::{
    model::{Collection, Doc, KeyKind, Path, Query, Types, Walk},
    rules::{array_segments, is_id, shared_segments},
};

/// What is known of each key of the index at this position: where `values` matter, also of those; on
/// which arrays they lie it always does. What was not understood, and what lies
/// behind a stored path, hinders nothing.
pub(super) const fn of_keys(
    collection: &'static Collection,
    index: usize,
    values: bool,
) -> [Fact; MOST_KEYS] {
    let mut facts = [Fact {
        array: 0,
        nullable: false,
        text: false,
    }; MOST_KEYS];
    let declared = &collection.indexes[index];
    let mut key = 0;
    while key < declared.key_count() && key < MOST_KEYS {
        if has_path(declared.kind(key)) {
            if values {
                facts[key] = fact(collection, &collection.paths[declared.path(key)]);
            }
            facts[key].array = array(collection, index, key, &facts);
        }
        key += 1;
    }
    facts
}

const fn fact(collection: &'static Collection, path: &Path) -> Fact {
    match Walk::along(collection.doc.get(), path) {
        Walk::Found(found) => Fact {
            array: 0,
            nullable: found.presence.may_be_missing || found.presence.may_be_null,
            // Strings may also be inside of what is compared as a whole.
            text: found
                .types
                .intersects(Types::STRING.or(Types::OBJECT).or(Types::ARRAY)),
        },
        Walk::Unknown { .. } | Walk::Poison => Fact {
            array: 0,
            nullable: false,
            text: false,
        },
    }
}

/// The number of the array through which a key leads: that of an earlier key behind the same one,
/// or else its own.
const fn array(
    collection: &'static Collection,
    index: usize,
    key: usize,
    facts: &[Fact; MOST_KEYS],
) -> u8 {
    let declared = &collection.indexes[index];
    let own = &collection.paths[declared.path(key)];
    if is_plain(collection.doc.get(), own) {
        return 0;
    }
    let passed = array_segments(collection.doc.get(), own);
    if passed == 0 {
        return 0;
    }
    let mut earlier = 0;
    while earlier < key {
        if facts[earlier].array != 0 {
            let shared = shared_segments(own, &collection.paths[declared.path(earlier)]);
            if shared < 64 && passed & ((1 << shared) - 1) != 0 {
                return facts[earlier].array;
            }
        }
        earlier += 1;
    }
    key as u8 + 1
}

/// Whether a path is that of one of the document's own fields, and that no array.
const fn is_plain(doc: &Doc, path: &Path) -> bool {
    path.field < Path::STORED
        && path.rest.is_empty()
        && !doc.shapes[path.field as usize]
            .types
            .intersects(Types::ARRAY)
}

/// The paths that the wildcard of the index at this position covers.
pub(super) const fn wildcard(collection: &Collection, index: usize) -> PathSet {
    let declared = &collection.indexes[index];
    let mut covered = PathSet::EMPTY;
    let mut key = 0;
    while key < declared.key_count() {
        let prefix = match declared.kind(key) {
            KeyKind::Wildcard => Some(collection.paths[declared.path(key)].text),
            KeyKind::Everything => Some(""),
            _ => None,
        };
        if let Some(prefix) = prefix {
            covered = below(collection, prefix, covered);
        }
        key += 1;
    }
    covered
}

/// The set with the collection's paths that lie behind the prefix.
const fn below(collection: &Collection, prefix: &str, mut set: PathSet) -> PathSet {
    let mut path = 0;
    while path < collection.paths.len() {
        if lies_behind(collection.paths[path].text, prefix) {
            set = set.with(path as u8);
        }
        path += 1;
    }
    set
}

const fn lies_behind(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    if prefix.is_empty() {
        return true;
    }
    if text.len() <= prefix.len() || text[prefix.len()] != b'.' {
        return false;
    }
    crate::variant::same(text.split_at(prefix.len()).0, prefix)
}

/// The position of the path to `_id` among those that the query names, or of the tenant key where
/// that is `_id`.
pub(super) const fn id_path(collection: &'static Collection, query: &Query) -> Option<u8> {
    if let crate::model::Tenant::Key(path) = collection.tenant
        && is_id(collection.doc.get(), &collection.paths[path as usize])
    {
        return Some(path);
    }
    let mut term = 0;
    while term < query.term_count() {
        if is_id(collection.doc.get(), &collection.paths[query.path(term)]) {
            return Some(query.path(term) as u8);
        }
        term += 1;
    }
    None
}
