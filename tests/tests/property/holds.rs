//! The property itself.

use std::{collections::BTreeMap, env};

use bson::Document;
use proptest::{
    prelude::*,
    sample::Index,
    strategy::ValueTree,
    test_runner::{Config, FileFailurePersistence, TestCaseError, TestRunner},
};
use schema_core::CollectionSchema;
use serde::Serialize;
use tokio::runtime::Runtime;

use super::{
    breaks::{Break, breaks},
    drawn::Drawn,
    keeps::broken,
    known,
    named::named,
    writers::{Live, json_schema},
};

const VALIDATION_FAILURE: i32 = 121;

/// Cases of each collection, where `PROPTEST_CASES` does not say how many.
const CASES: u32 = 8;

/// Values that a case stores.
const VALUES: usize = 8;

/// Broken documents that a case sends.
const BREAKS: usize = 60;

/// Seeds of cases that failed.
const FAILED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/property/failed.txt");

fn config() -> Config {
    let mut config = Config {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(FAILED))),
        max_shrink_iters: 200,
        ..Config::default()
    };
    if env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    config
}

/// The keywords that some drawn documents of a collection let a test break, always the same.
pub(crate) fn breakable<T: Drawn + CollectionSchema + Serialize>() -> Vec<String> {
    let schema = json_schema::<T>();
    let mut runner = TestRunner::deterministic();
    let mut all = Vec::new();
    for _ in 0..CASES {
        let value = T::drawn().new_tree(&mut runner).expect("a value").current();
        let document = bson::serialize_to_document(&value).expect("a document");
        all.extend(
            by_keyword(&schema, &document)
                .into_iter()
                .map(|breaks| breaks[0].keyword.clone()),
        );
    }
    all
}

/// Whether values of a collection are accepted by all writers, and broken ones refused by what they
/// break.
pub(crate) fn holds<T: Drawn + CollectionSchema + Serialize + Send + Sync>() {
    let runtime = Runtime::new().unwrap();
    let live = runtime.block_on(Live::<T>::create());
    let values = prop::collection::vec(T::drawn(), 1..=VALUES);
    let picks = prop::collection::vec(any::<[Index; 3]>(), BREAKS);
    let result = TestRunner::new(config()).run(&(values, picks), |(values, picks)| {
        runtime.block_on(case(&live, with_ids_of_their_own(values), &picks))
    });
    drop(live);
    if let Err(failure) = result {
        panic!("{}: {failure}", T::NAME);
    }
}

async fn case<T: Drawn + CollectionSchema + Serialize + Send + Sync>(
    live: &Live<T>,
    values: Vec<T>,
    picks: &[[Index; 3]],
) -> Result<(), TestCaseError> {
    let stored = live.write(&values).await;
    let stored = stored.map_err(|error| TestCaseError::fail(format!("refused: {error}")))?;
    for document in &stored {
        let broken = broken(&live.schema, &document.clone().into());
        prop_assert!(broken.is_empty(), "{document} breaks {broken:?}");
    }
    refuses(live, &pick(&live.schema, &stored, picks)).await
}

/// Values with distinct `_id`s, and those that have none.
fn with_ids_of_their_own<T: Serialize>(values: Vec<T>) -> Vec<T> {
    let mut seen = Vec::new();
    let mut is_new = |value: &T| {
        let document = bson::serialize_to_document(value).expect("a document");
        let id = document.get("_id").cloned();
        let is_new = id.is_none() || !seen.contains(&id);
        seen.push(id);
        is_new
    };
    values.into_iter().filter(|value| is_new(value)).collect()
}

/// Broken documents at random: first the document, then the keyword, then the place.
fn pick(schema: &Document, stored: &[Document], picks: &[[Index; 3]]) -> Vec<(Break, Document)> {
    let all: Vec<_> = stored
        .iter()
        .map(|document| by_keyword(schema, document))
        .collect();
    let picks = picks.iter().filter_map(|[document, keyword, place]| {
        let document = document.index(all.len());
        let of_document = &all[document];
        let of_keyword = of_document.get(keyword.index(of_document.len().max(1)))?;
        let it = &of_keyword[place.index(of_keyword.len())];
        Some((it.clone(), it.apply(schema, &stored[document])?))
    });
    picks.collect()
}

/// The ways to break a document, of each keyword those that the server can be asked.
fn by_keyword(schema: &Document, document: &Document) -> Vec<Vec<Break>> {
    let mut all: BTreeMap<String, Vec<Break>> = BTreeMap::new();
    for it in breaks(schema, document) {
        if !known::is_left_out(&it) {
            all.entry(it.keyword.clone()).or_default().push(it);
        }
    }
    all.into_values().collect()
}

/// Each is refused, and by what it breaks.
async fn refuses<T: CollectionSchema + Serialize + Send + Sync>(
    live: &Live<T>,
    all: &[(Break, Document)],
) -> Result<(), TestCaseError> {
    let documents: Vec<&Document> = all.iter().map(|(_, document)| document).collect();
    if documents.is_empty() {
        return Ok(());
    }
    let refusals = live.refusals(&documents).await;
    for (at, (it, document)) in all.iter().enumerate() {
        let (place, keyword) = it.named();
        let shown = format!("`{keyword}` at `{place}` of {document}");
        let Some(refusal) = refusals.get(&at) else {
            return Err(TestCaseError::fail(format!("accepted: {shown}")));
        };
        prop_assert_eq!(refusal.code, VALIDATION_FAILURE, "{}: {:?}", shown, refusal);
        let details = refusal.details.clone().unwrap_or_default();
        let named = named(&details);
        prop_assert!(
            named.contains(&it.named()),
            "{shown}: only {named:?} in {details}"
        );
    }
    Ok(())
}
