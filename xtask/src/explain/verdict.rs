//! What to think of how the server goes about a query.

use std::fmt;

use bson::{Bson, Document};
use schema_core::declared::{DeclaredCollection, DeclaredQuery};
use serde::Serialize;

use super::read::{Counts, Plan, Reach, Reading, Stage};

/// How many keys and documents may be examined for each that is returned, where nobody says.
pub const RATIO: f64 = 1.2;
/// How many more than are returned may be examined in any case: each scan looks at a key beyond its
/// end, and for each value of a key before a range it looks where the range begins.
const SPARE: i64 = 16;
/// The most scans that a list is taken apart into, each of which looks at a key beyond its end.
const MOST_SCANS: i64 = schema_core::coverage::MOST_SCANS as i64;

/// What to think of how the server goes about a query; the later, the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// By an index that serves it, in its order, with few keys and documents for each returned.
    AsDeclared,
    /// By an index that serves it; nothing was returned, so that counts mean nothing.
    NoDocuments,
    /// No index is declared that serves it, for a reason.
    NothingPromised,
    /// The server did not say.
    Unknown,
    /// Keys or documents are examined that are not returned.
    ExaminesTooMuch,
    /// Documents are fetched, although the index holds all that is asked for.
    NotCovered,
    /// What is found is sorted in memory, although an index has the order.
    SortInMemory,
    /// By an index that does not serve it.
    OtherIndex,
    /// Every document is looked at.
    CollectionScan,
    /// There is no such collection.
    NoCollection,
}

impl Verdict {
    /// Whether it contradicts the declaration.
    pub fn is_mismatch(self) -> bool {
        self >= Self::ExaminesTooMuch
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AsDeclared => "as declared",
            Self::NoDocuments => "no documents",
            Self::NothingPromised => "nothing promised",
            Self::Unknown => "unknown",
            Self::ExaminesTooMuch => "examines too much",
            Self::NotCovered => "not covered",
            Self::SortInMemory => "sort in memory",
            Self::OtherIndex => "another index",
            Self::CollectionScan => "collection scan",
            Self::NoCollection => "no collection",
        })
    }
}

/// What to think of a plan of a query, and why, in sentences. `live` are the names and keys of the
/// collection's indexes.
pub fn judge(
    (collection, query): (&DeclaredCollection, &DeclaredQuery),
    reading: &Reading,
    live: &[(String, Document)],
    ratio: f64,
) -> (Verdict, Vec<String>) {
    let mut notes = Vec::new();
    if let Some(Reach::Scattered(shards)) = reading.reach {
        notes.push(format!(
            "goes to {shards} shards: it does not name the shard key"
        ));
    }
    if live.is_empty() {
        notes.push("the collection is not there; run `cargo xtask apply`".to_owned());
        return (Verdict::NoCollection, notes);
    }
    if reading.plans.is_empty() {
        notes.push("the reply holds no plan that is understood".to_owned());
        return (Verdict::Unknown, notes);
    }
    if query.served_by.is_empty() {
        let promised = "no index is declared that serves it, which is allowed for a reason";
        notes.push(promised.to_owned());
        return (Verdict::NothingPromised, notes);
    }
    let plans = reading
        .plans
        .iter()
        .map(|plan| of_plan(collection, query, plan));
    let worst = plans.max_by_key(|(verdict, _)| *verdict);
    let (verdict, note) = worst.unwrap_or((Verdict::Unknown, None));
    notes.extend(note);
    if verdict.is_mismatch() {
        notes.extend(missing(collection, query, live));
        notes.extend(reading.gave_up_merging.then(|| {
            "its lists have too many values to be scanned one by one in the order of the sort"
                .to_owned()
        }));
        return (verdict, notes);
    }
    let (verdict, note) = of_counts(query, reading, ratio);
    notes.extend(note);
    (verdict, notes)
}

/// What a plan's stages say.
fn of_plan(
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
    plan: &Plan,
) -> (Verdict, Option<String>) {
    let shard = plan.shard.as_ref();
    let place = shard.map_or_else(String::new, |shard| format!(" on shard `{shard}`"));
    if plan.has(&["COLLSCAN"]) {
        let why = format!("every document is looked at{place}");
        return (Verdict::CollectionScan, Some(why));
    }
    let scans = plan.stages.iter().filter(|stage| stage.index.is_some());
    let mut others = scans.filter(|stage| !serves(collection, query, stage));
    if let Some(other) = others.next() {
        let name = other.index.as_deref().unwrap_or_default();
        let why = format!("the server uses `{name}`{place}, which does not serve it");
        return (Verdict::OtherIndex, Some(why));
    }
    if plan.has(&["SORT", "$sort"]) && !query.sort.is_empty() {
        let why = format!("what is found is sorted in memory{place}");
        return (Verdict::SortInMemory, Some(why));
    }
    (Verdict::AsDeclared, None)
}

/// Whether the index of a stage is one that serves the query: by its name, or, where an index was
/// adopted that has another name, by its key.
fn serves(collection: &DeclaredCollection, query: &DeclaredQuery, stage: &Stage) -> bool {
    let name = stage.index.as_deref().unwrap_or_default();
    query.served_by.iter().any(|serving| {
        serving == name
            || stage
                .key
                .as_ref()
                .is_some_and(|key| key_of(collection, serving).is_some_and(|it| same(it, key)))
    })
}

fn key_of<'a>(collection: &'a DeclaredCollection, index: &str) -> Option<&'a Document> {
    let mut indexes = collection.indexes.iter();
    let index = indexes.find(|it| it.get_str("name").ok() == Some(index))?;
    index.get_document("key").ok()
}

/// Whether two key patterns are the same, however their numbers are stored.
fn same(one: &Document, two: &Document) -> bool {
    let direction = |value: &Bson| match value {
        Bson::Int32(number) => f64::from(*number).to_string(),
        #[allow(clippy::cast_precision_loss)] // 1 or -1
        Bson::Int64(number) => (*number as f64).to_string(),
        Bson::Double(number) => number.to_string(),
        other => other.to_string(),
    };
    let keys = |of: &Document| -> Vec<(String, String)> {
        of.iter()
            .map(|(path, value)| (path.clone(), direction(value)))
            .collect()
    };
    keys(one) == keys(two)
}

/// Says that the index which the query needs is not there.
fn missing(
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
    live: &[(String, Document)],
) -> Option<String> {
    let is_live = |serving: &String| {
        live.iter().any(|(name, key)| {
            name == serving || key_of(collection, serving).is_some_and(|it| same(it, key))
        })
    };
    let chosen = query.served_by.first()?;
    (!query.served_by.iter().any(is_live)).then(|| {
        format!("`{chosen}`, which serves it, is not on the server; run `cargo xtask apply`")
    })
}

/// What the counts say, once the plan is as declared.
fn of_counts(query: &DeclaredQuery, reading: &Reading, ratio: f64) -> (Verdict, Option<String>) {
    let Some(counts) = reading.counts else {
        let why = "the server did not run it, so nothing was counted".to_owned();
        return (Verdict::AsDeclared, Some(why));
    };
    if counts.returned == 0 {
        return (Verdict::NoDocuments, None);
    }
    if query.covered && counts.documents > 0 {
        let why = format!(
            "{} documents are fetched, although the index holds all that is asked for",
            counts.documents
        );
        return (Verdict::NotCovered, Some(why));
    }
    if !query.near.is_empty() || !query.text.is_empty() {
        let why =
            "what is near or matches is found among more keys, which are not judged".to_owned();
        return (Verdict::AsDeclared, Some(why));
    }
    let spare = SPARE + lists(query);
    match most(counts.returned, ratio, spare) {
        Most::Ratio(most) if examined(counts) > most => (
            Verdict::ExaminesTooMuch,
            Some(format!(
                "{} keys and {} documents are examined for {} returned, more than {ratio} times as many",
                counts.keys, counts.documents, counts.returned
            )),
        ),
        Most::Spare(most) if examined(counts) > most => (
            Verdict::ExaminesTooMuch,
            Some(format!(
                "{} keys and {} documents are examined for {} returned, more than {spare} beyond",
                counts.keys, counts.documents, counts.returned
            )),
        ),
        Most::Spare(_) if exceeds(counts, ratio) => (
            Verdict::AsDeclared,
            Some(format!(
                "{} keys for {} returned: of so few, {spare} more are nothing to go by",
                counts.keys, counts.returned
            )),
        ),
        _ => (Verdict::AsDeclared, None),
    }
}

fn examined(counts: Counts) -> i64 {
    counts.keys.max(counts.documents)
}

enum Most {
    Ratio(i64),
    Spare(i64),
}

/// How many keys may be examined for so many documents.
fn most(returned: i64, ratio: f64, spare: i64) -> Most {
    let by_ratio = times(returned, ratio);
    if by_ratio >= returned + spare {
        Most::Ratio(by_ratio)
    } else {
        Most::Spare(returned + spare)
    }
}

/// How many scans the lists of a query amount to.
fn lists(query: &DeclaredQuery) -> i64 {
    let sizes = query.any_of.iter().map(|(_, most)| i64::from(*most));
    let scans = sizes.fold(1, i64::saturating_mul);
    if query.any_of.is_empty() {
        0
    } else {
        scans.min(MOST_SCANS)
    }
}

fn exceeds(counts: Counts, ratio: f64) -> bool {
    examined(counts) > times(counts.returned, ratio)
}

#[allow(clippy::cast_precision_loss)] // counts of documents that one query returns
fn times(returned: i64, ratio: f64) -> i64 {
    (returned as f64 * ratio).floor() as i64
}
