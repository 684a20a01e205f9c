//! Rules about queries and the indexes that serve them, as far as types decide.

use schema_rules::{QUERY_NOT_COVERED, QUERY_WITHOUT_INDEX};

use super::message::Message;
use crate::coverage::{Candidate, Lack, covered_by, served_by};
use crate::model::{Collection, Walk};

/// [`QUERY_WITHOUT_INDEX`] for the query at this position of the list: one of the candidates serves
/// it. A candidate is an index's position, 255 for the index on `_id`, 254 for the shard key's.
#[track_caller]
pub const fn served(collection: &'static Collection, query: usize, candidates: &[u8]) {
    let mut at = 0;
    while at < candidates.len() {
        if served_by(collection, query, candidate(candidates[at])).is_ok() {
            return;
        }
        at += 1;
    }
    without_index(collection, query, candidates);
}

/// 255 stands for the index on `_id`, 254 for that of the shard key.
const fn candidate(code: u8) -> Candidate {
    match code {
        255 => Candidate::Id,
        254 => Candidate::ShardKey,
        at => Candidate::Declared(at as usize),
    }
}

#[cold]
#[track_caller]
const fn without_index(collection: &'static Collection, query: usize, candidates: &[u8]) -> ! {
    let name = collection.queries[query].name;
    let mut message = Message::new().with(&["no index serves the query `", name, "`"]);
    let mut at = 0;
    while at < candidates.len() {
        let candidate = candidate(candidates[at]);
        if let Err(lack) = served_by(collection, query, candidate) {
            message = message.with(&[if at == 0 { ": " } else { "; " }]);
            message = with_lack(message, collection, candidate, lack);
        }
        at += 1;
    }
    message.fail(QUERY_WITHOUT_INDEX.remedy, &QUERY_WITHOUT_INDEX)
}

const fn with_lack(
    message: Message,
    collection: &'static Collection,
    candidate: Candidate,
    lack: Lack,
) -> Message {
    let Candidate::Declared(index) = candidate else {
        return message.with(&["the index on `_id` is not asked for one value"]);
    };
    let key = match lack {
        Lack::Filter => {
            let message = with_keys(message.with(&["the filter of "]), collection, index);
            return message.with(&[" does not follow from the query's"]);
        }
        Lack::Array(key) | Lack::Sparse(key) | Lack::Collation(key) => key,
        _ => return with_keys(message, collection, index).with(&[" is no help"]),
    };
    let message = with_keys(message.with(&["in "]), collection, index).with(&[" "]);
    with_key(message, collection, index, key).with(&[match lack {
        Lack::Array(_) => "` leads to an array, which gives no order and only one bound",
        Lack::Sparse(_) => "` may be null, which a sparse index leaves out",
        _ => "` is compared by another collation than in the query",
    }])
}

const fn with_keys(message: Message, collection: &'static Collection, index: usize) -> Message {
    let keys = collection.indexes[index].key_count();
    let mut message = message.with(&["`keys("]);
    let mut key = 0;
    while key < keys {
        let path = collection.indexes[index].path(key);
        let comma = if key == 0 { "" } else { ", " };
        message = message.with(&[comma, collection.paths[path].text]);
        key += 1;
    }
    message.with(&[")`"])
}

const fn with_key(
    message: Message,
    collection: &'static Collection,
    index: usize,
    key: usize,
) -> Message {
    let path = collection.indexes[index].path(key);
    message.with(&["`", collection.paths[path].text])
}

/// [`QUERY_WITHOUT_INDEX`] for the query at this position of the list, which no index serves: where all
/// its paths lead to fields. What is wrong and what to write instead, the derive has found.
#[track_caller]
pub const fn unserved(collection: &'static Collection, query: usize, wrong: &str, instead: &str) {
    let asked = &collection.queries[query];
    let mut term = 0;
    while term < asked.term_count() {
        let path = &collection.paths[asked.path(term)];
        if !path.is_stored() && !matches!(Walk::along(collection.doc.get(), path), Walk::Found(_)) {
            return;
        }
        term += 1;
    }
    Message::new()
        .with(&[wrong])
        .fail(instead, &QUERY_WITHOUT_INDEX)
}

/// [`QUERY_NOT_COVERED`] for the query at this position of the list: one of the candidates that
/// serve it holds all that it returns.
#[track_caller]
pub const fn covered(collection: &'static Collection, query: usize, candidates: &[u8]) {
    let mut lacking = None;
    let mut at = 0;
    while at < candidates.len() {
        if let Candidate::Declared(index) = candidate(candidates[at])
            && served_by(collection, query, Candidate::Declared(index)).is_ok()
        {
            match covered_by(collection, query, index) {
                Ok(()) => return,
                Err(lack) => lacking = Some((index, lack)),
            }
        }
        at += 1;
    }
    // That none serves it is said by its own rule.
    if let Some((index, lack)) = lacking {
        not_covered(collection, query, index, lack);
    }
}

#[cold]
#[track_caller]
const fn not_covered(collection: &'static Collection, query: usize, index: usize, lack: Lack) -> ! {
    let name = collection.queries[query].name;
    let message = Message::new().with(&["no index covers the query `", name, "`: "]);
    let message = match lack {
        Lack::Array(at) => {
            with_key(message, collection, index, at).with(&["` is not held as the array it is"])
        }
        Lack::Collation(at) => with_key(message, collection, index, at)
            .with(&["` is held under a collation, not as it is"]),
        Lack::Sparse(at) => with_key(message, collection, index, at)
            .with(&["` may be null, which the index does not tell from missing"]),
        _ => message.with(&["a field is not in it"]),
    };
    message.fail(QUERY_NOT_COVERED.remedy, &QUERY_NOT_COVERED)
}
