//! The compiler's answer to which index serves which query, beside the server's explain, on drawn
//! pairs of both.
//!
//! `COVERAGE_PAIRS` sets how many pairs are drawn, and `COVERAGE_SEED` (printed by each run) draws
//! the same ones again. Left out, since the development server tells something else than MongoDB:
//! the sort of a bounded array, which it shows without its SORT.

#[path = "coverage/drawn.rs"]
mod drawn;
#[path = "coverage/explained.rs"]
mod explained;

use std::collections::BTreeMap;

use bson::{Document, doc};
use drawn::{DrawnQuery, Sample, Set, sets};
use explained::Explained;
use mongodb::Database;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use schema_core::coverage::{Candidate, Lack, served_by};
use schema_core::render;
use schema_xtask::dev_server::testing::TestDatabase;

/// How many pairs of a set of indexes and a query are drawn where nothing else is said.
const PAIRS: usize = 2000;

#[tokio::test]
async fn the_checker_agrees_with_explain() {
    let pairs = number("COVERAGE_PAIRS").map_or(PAIRS, |pairs| pairs as usize);
    let seed = number("COVERAGE_SEED").unwrap_or_else(fresh_seed);
    println!("COVERAGE_SEED={seed} COVERAGE_PAIRS={pairs}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let database = TestDatabase::create()
        .await
        .expect("a server to test against");
    let database = database.database();
    drawn::fill(&database).await;
    let mut tally = BTreeMap::new();
    let mut seen = 0;
    while seen < pairs {
        let set: Set = sets().new_tree(&mut runner).expect("a set").current();
        seen += set.queries.len() * set.indexes.len();
        agrees(&database, &set, &mut tally).await;
    }
    println!("{tally:?}");
    // Both answers, and each reason, were really met.
    for answer in [
        "served",
        "Order",
        "Condition",
        "Tenant",
        "Filter",
        "Hidden",
        "Scans",
    ] {
        assert!(
            tally.contains_key(answer),
            "no pair was answered by {answer}: {tally:?}"
        );
    }
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("`{variable}` is no number")),
    )
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    u64::from(now.expect("a clock after 1970").subsec_nanos())
}

/// Builds each of the set's indexes alone, so that the planner has it or nothing, and compares both
/// answers for each query.
async fn agrees(database: &Database, set: &Set, tally: &mut BTreeMap<String, usize>) {
    let collection = set.model();
    for (index, spec) in render::collection(collection).indexes.iter().enumerate() {
        build_alone(database, spec).await;
        for (at, query) in set.queries.iter().enumerate() {
            let answer = served_by(collection, at, Candidate::Declared(index));
            let explained = explained::find(database, query).await;
            *tally.entry(kind(answer)).or_default() += 1;
            if let Some(wrong) = disagreement(query, spec, answer, &explained) {
                panic!("{wrong}\nindex {spec}\nquery {query:?}\nanswer {answer:?}\n{explained:?}");
            }
        }
    }
}

async fn build_alone(database: &Database, spec: &Document) {
    let dropped = doc! { "dropIndexes": Sample::COLLECTION, "index": "*" };
    let dropped = database.run_command(dropped).await;
    dropped.expect("indexes can be dropped");
    let build = doc! { "createIndexes": Sample::COLLECTION, "indexes": [spec] };
    let built = database.run_command(build).await;
    built.unwrap_or_else(|error| panic!("{error}: {spec}"));
}

fn kind(answer: Result<(), Lack>) -> String {
    match answer {
        Ok(()) => "served".to_owned(),
        Err(lack) => format!("{lack:?}")
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect(),
    }
}

/// What contradicts what, if anything does.
fn disagreement(
    query: &DrawnQuery,
    spec: &Document,
    answer: Result<(), Lack>,
    explained: &Explained,
) -> Option<&'static str> {
    let path = |term: usize| query.term_path(term);
    let has = |path: &str| {
        spec.get_document("key")
            .is_ok_and(|key| key.contains_key(path))
    };
    match answer {
        Ok(()) if !explained.uses_the_index => {
            Some("served, and the server does not use the index")
        }
        Ok(()) if explained.sorts => Some("served, and the server sorts"),
        Ok(()) if explained.unbounded(&query.bounded_paths(spec)) => {
            Some("served, and the server has no bound for a condition")
        }
        Ok(()) if explained.examined != explained.returned => {
            Some("served, and the server examines documents that it does not return")
        }
        Ok(()) => None,
        Err(Lack::Hidden | Lack::Filter)
            if explained.uses_the_index && !query.may_satisfy(spec) =>
        {
            Some("not served, and the server uses the index")
        }
        Err(Lack::Order(_) | Lack::Scans)
            if explained.uses_the_index && !explained.sorts && !query.has_late_values(spec) =>
        {
            Some("not in order, and the server does not sort")
        }
        Err(Lack::Condition(term))
            if explained.uses_the_index
                && !has(path(term))
                && !explained.unbounded(&[path(term).to_owned()]) =>
        {
            Some("a condition without a bound, and the server has one")
        }
        Err(_) => None,
    }
}
