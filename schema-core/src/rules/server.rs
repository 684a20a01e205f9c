//! What needs a server of a certain version.

use schema_rules::SERVER_TOO_OLD;

use super::message::Message;
use crate::{
    model::{
        Collection, CollectionOption, Database, Filter, Index, IndexOption, KeyKind, ShardKey,
    },
    variant::same,
};

/// Something that older servers lack.
#[derive(Clone, Copy)]
struct Feature {
    /// How it is written.
    name: &'static str,
    /// The first version that has it.
    since: (u8, u8),
}

const fn feature(name: &'static str, major: u8, minor: u8) -> Feature {
    Feature {
        name,
        since: (major, minor),
    }
}

// The one table of what came with which version, by the page of the server's documentation.

/// Time Series.
const TIME_SERIES: Feature = feature("`time_series`", 5, 0);
/// Set Granularity for Time Series Data.
const BUCKET_MAX_SPAN: Feature = feature("`bucket_max_span`", 6, 3);
/// Clustered Collections.
const CLUSTERED: Feature = feature("`clustered`", 5, 3);
/// Change Streams with Document Pre- and Post-Images.
const CHANGE_STREAM_IMAGES: Feature = feature("`change_stream_images`", 6, 0);
/// Choose How to Handle Invalid Documents.
const ERROR_AND_LOG: Feature = feature("`action = \"errorAndLog\"`", 8, 1);
/// Specify Validation Level for Existing Documents.
const CONSTRAINT: Feature = feature("`level = \"constraint\"`", 9, 0);
/// Partial Indexes: what a filter admits.
const PARTIAL_OR: Feature = feature("`||` in `partial`", 6, 0);
const PARTIAL_IN: Feature = feature("`one_of` in `partial`", 6, 0);
/// Hidden Indexes.
const HIDDEN: Feature = feature("`hidden`", 4, 4);
/// Wildcard Indexes.
const WILDCARD: Feature = feature("a wildcard index", 4, 2);
/// Compound Wildcard Indexes.
const COMPOUND_WILDCARD: Feature = feature("a compound wildcard index", 7, 0);
/// Compound Hashed Indexes.
const COMPOUND_HASHED: Feature = feature("a compound hashed index", 4, 4);
/// Hashed Sharding.
const COMPOUND_HASHED_SHARD_KEY: Feature =
    feature("a shard key that hashes one of its fields", 4, 4);
/// TTL Indexes.
const TTL_ON_CAPPED: Feature = feature("`expire_after` on a capped collection", 7, 1);

/// [`SERVER_TOO_OLD`] for the collection at this position of the list: one message names all that
/// the oldest server lacks.
#[track_caller]
pub const fn server(database: &Database, position: usize) {
    let collection = database.collections[position];
    if lacking(collection, database.server, 0).is_some() {
        server_too_old(collection, database.server);
    }
}

/// The feature at this position among those of a collection that are newer than `server`.
const fn lacking(collection: &Collection, server: (u8, u8), position: usize) -> Option<Feature> {
    let mut skip = position;
    let mut at = 0;
    while at < collection.options.len() {
        if let Some(found) = newer(of_option(&collection.options[at]), server) {
            if skip == 0 {
                return Some(found);
            }
            skip -= 1;
        }
        at += 1;
    }
    at = 0;
    while at < collection.indexes.len() {
        if let Some(found) = newer(of_index(collection, &collection.indexes[at]), server) {
            if skip == 0 {
                return Some(found);
            }
            skip -= 1;
        }
        at += 1;
    }
    None
}

const fn newer(found: Option<Feature>, server: (u8, u8)) -> Option<Feature> {
    match found {
        Some(feature) if is_before(server, feature.since) => Some(feature),
        _ => None,
    }
}

const fn is_before(server: (u8, u8), since: (u8, u8)) -> bool {
    server.0 < since.0 || (server.0 == since.0 && server.1 < since.1)
}

/// The newest feature that an option is.
const fn of_option(option: &CollectionOption) -> Option<Feature> {
    match option {
        CollectionOption::TimeSeries(series) if series.bucket_seconds.is_some() => {
            Some(BUCKET_MAX_SPAN)
        }
        CollectionOption::TimeSeries(_) => Some(TIME_SERIES),
        CollectionOption::Clustered(_) => Some(CLUSTERED),
        CollectionOption::ShardKey(key) if key.len() > 1 && hashes(key) => {
            Some(COMPOUND_HASHED_SHARD_KEY)
        }
        CollectionOption::ChangeStreamImages => Some(CHANGE_STREAM_IMAGES),
        CollectionOption::ValidationAction(action) if same(action.as_bytes(), b"errorAndLog") => {
            Some(ERROR_AND_LOG)
        }
        CollectionOption::ValidationLevel(level) if same(level.as_bytes(), b"constraint") => {
            Some(CONSTRAINT)
        }
        _ => None,
    }
}

const fn hashes(key: &ShardKey) -> bool {
    let mut part = 0;
    while part < key.len() {
        if key.is_hashed(part) {
            return true;
        }
        part += 1;
    }
    false
}

/// The newest feature that an index uses.
const fn of_index(collection: &Collection, index: &Index) -> Option<Feature> {
    let mut found = of_keys(index);
    let mut at = 0;
    while at < index.options.len() {
        found = newest(
            found,
            match &index.options[at] {
                IndexOption::Hidden => Some(HIDDEN),
                IndexOption::ExpireAfter(_) => of_ttl(collection),
                IndexOption::Partial(filter) => of_filter(filter),
                _ => None,
            },
        );
        at += 1;
    }
    found
}

const fn of_keys(index: &Index) -> Option<Feature> {
    let alone = index.key_count() == 1;
    let mut key = 0;
    while key < index.key_count() {
        match index.kind(key) {
            KeyKind::Wildcard | KeyKind::Everything if alone => return Some(WILDCARD),
            KeyKind::Wildcard | KeyKind::Everything => return Some(COMPOUND_WILDCARD),
            KeyKind::Hashed if !alone => return Some(COMPOUND_HASHED),
            _ => key += 1,
        }
    }
    None
}

const fn of_ttl(collection: &Collection) -> Option<Feature> {
    let mut at = 0;
    while at < collection.options.len() {
        match collection.options[at] {
            CollectionOption::Capped(_) => return Some(TTL_ON_CAPPED),
            _ => at += 1,
        }
    }
    None
}

const fn of_filter(filter: &Filter) -> Option<Feature> {
    match filter {
        Filter::Or(_) => Some(PARTIAL_OR),
        Filter::OneOf(..) => Some(PARTIAL_IN),
        Filter::And(parts) => {
            let mut found = None;
            let mut at = 0;
            while at < parts.len() {
                found = newest(found, of_filter(&parts[at]));
                at += 1;
            }
            found
        }
        _ => None,
    }
}

const fn newest(one: Option<Feature>, other: Option<Feature>) -> Option<Feature> {
    match (one, other) {
        (Some(a), Some(b)) if is_before(a.since, b.since) => Some(b),
        (None, other) => other,
        (one, _) => one,
    }
}

#[cold]
#[track_caller]
const fn server_too_old(collection: &Collection, server: (u8, u8)) -> ! {
    let mut message = Message::new()
        .with(&["server "])
        .with_version(server)
        .with(&[" lacks what `", collection.type_name, "` uses:"]);
    let mut needed = server;
    let mut at = 0;
    while let Some(feature) = lacking(collection, server, at) {
        if !lacks_before(collection, server, at, feature) {
            message = message
                .with(&[if at == 0 { " " } else { ", " }, feature.name, " (since "])
                .with_version(feature.since)
                .with(&[")"]);
        }
        if is_before(needed, feature.since) {
            needed = feature.since;
        }
        at += 1;
    }
    message
        .with(&["; write `server = \""])
        .with_version(needed)
        .with(&["\"`, or do without"])
        .finish(&SERVER_TOO_OLD)
}

/// Whether the feature is among those that are lacking before this position: two indexes may use one.
const fn lacks_before(
    collection: &Collection,
    server: (u8, u8),
    position: usize,
    feature: Feature,
) -> bool {
    let mut at = 0;
    while at < position {
        if let Some(other) = lacking(collection, server, at)
            && same(other.name.as_bytes(), feature.name.as_bytes())
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{PARTIAL_IN, is_before, newest, of_filter};
    use crate::model::{Filter, Value};

    #[test]
    fn versions_compare_by_their_parts() {
        assert!(is_before((6, 0), (6, 3)) && is_before((5, 9), (6, 0)));
        assert!(!is_before((6, 0), (6, 0)) && !is_before((10, 0), (9, 1)));
    }

    #[test]
    fn a_filter_is_as_new_as_its_newest_part() {
        static PARTS: [Filter; 2] = [Filter::Exists(0), Filter::OneOf(1, &[Value::Null])];
        let found = of_filter(&Filter::And(&PARTS)).unwrap();
        assert_eq!(found.since, PARTIAL_IN.since);
        assert!(of_filter(&Filter::Exists(0)).is_none());
        assert!(newest(None, None).is_none());
    }
}
