//! Documents held against their validator, beside the crate `jsonschema` on the same rules, and beside
//! walking through the raw documents twice.
//!
//! `cargo bench -p mongo-schema-benches --features evaluate --bench evaluate` takes turns; the least
//! of several counts, since everything else that the machine does only adds to a turn. `jsonschema`
//! is asked about documents that are there as `serde_json::Value`s already, which takes no time here,
//! and once more with making them of the BSON, which an application would have to.

mod documents;
mod peer;

use std::hint::black_box;
use std::time::{Duration, Instant};

use bson::{Document, RawDocument, raw::RawBsonRef};
use schema_core::evaluate::Validator;

use documents::{Case, cases};
use peer::Peer;

/// How many turns each takes: many short ones, of which some are left alone by whatever else runs.
const TURNS: usize = 400;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    for case in cases()? {
        measure(&case)?;
    }
    Ok(())
}

/// The least time of each for one document.
struct Least {
    evaluated: Duration,
    walked_twice: Duration,
    peer: Duration,
    peer_with_reading: Duration,
}

fn measure(case: &Case) -> Outcome<()> {
    let validator = Validator::of_schema(&case.schema)?;
    let peer = Peer::new(&case.schema)?;
    let raw: Vec<Vec<u8>> = case
        .documents
        .iter()
        .map(Document::to_vec)
        .collect::<Result<_, _>>()?;
    let values: Vec<serde_json::Value> = case.documents.iter().map(peer::value).collect();
    for (bytes, value) in raw.iter().zip(&values) {
        assert!(validator.is_valid(bytes)?, "{:?}", validator.check(bytes));
        assert!(peer.is_valid(value));
    }
    let least = |work: &dyn Fn(usize) -> bool| least(raw.len(), work);
    let evaluated = |at: usize| validator.is_valid(&raw[at]).unwrap_or(false);
    let walked = |at: usize| walk(&raw[at]) + walk(&raw[at]) > 0;
    let asked = |at: usize| peer.is_valid(&values[at]);
    let read_and_asked = |at: usize| peer.is_valid(&peer::read(&raw[at]));
    let mut all = Least {
        evaluated: Duration::MAX,
        walked_twice: Duration::MAX,
        peer: Duration::MAX,
        peer_with_reading: Duration::MAX,
    };
    for _ in 0..TURNS {
        all.evaluated = all.evaluated.min(least(&evaluated));
        all.walked_twice = all.walked_twice.min(least(&walked));
        all.peer = all.peer.min(least(&asked));
        all.peer_with_reading = all.peer_with_reading.min(least(&read_and_asked));
    }
    tell(case, raw[0].len(), &all);
    Ok(())
}

/// The time for one document, of one turn.
fn least(count: usize, work: &dyn Fn(usize) -> bool) -> Duration {
    let start = Instant::now();
    for at in 0..count {
        assert!(black_box(work(black_box(at))));
    }
    start.elapsed() / u32::try_from(count).unwrap_or(u32::MAX)
}

fn tell(case: &Case, bytes: usize, least: &Least) {
    let times = |other: Duration| other.as_secs_f64() / least.evaluated.as_secs_f64();
    println!(
        "{} ({bytes} bytes): {:?} a document\n  jsonschema {:.1} times as long, {:.1} times with reading the BSON\n  walking the raw document twice {:.1} times as long",
        case.name,
        least.evaluated,
        times(least.peer),
        times(least.peer_with_reading),
        times(least.walked_twice),
    );
}

/// Looks at every element, by the means of the crate `bson`; returns how many there are.
fn walk(bytes: &[u8]) -> usize {
    RawDocument::from_bytes(bytes).map_or(0, walk_document)
}

fn walk_document(document: &RawDocument) -> usize {
    let elements = document.iter().flatten();
    elements
        .map(|(name, value)| name.as_str().len().min(1) + walk_value(value))
        .sum()
}

fn walk_value(value: RawBsonRef<'_>) -> usize {
    match value {
        RawBsonRef::Document(inner) => 1 + walk_document(inner),
        RawBsonRef::Array(items) => 1 + items.into_iter().flatten().map(walk_value).sum::<usize>(),
        _ => 1,
    }
}
