//! The evaluator beside a running server: over drawn schemas and documents both give the same
//! answer, and what the server tells of a refused document is what the evaluator tells.
//!
//! `MONGO_SCHEMA_PAIRS=20000` asks about so many pairs; `MONGO_SCHEMA_SEED` repeats a run.

#[path = "evaluate/deviations.rs"]
mod deviations;
#[path = "evaluate/dice.rs"]
mod dice;
#[path = "evaluate/documents.rs"]
mod documents;
#[path = "evaluate/schemas.rs"]
mod schemas;
#[path = "evaluate/told.rs"]
mod told;

use std::collections::BTreeSet;
use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use bson::{Bson, Document, doc};
use dice::Dice;
use futures::TryStreamExt;
use mongodb::Collection;
use schema_core::evaluate::Validator;
use schema_xtask::dev_server::testing::TestDatabase;

/// How many schemas are drawn at a time, and how many documents near to each; each schema is asked
/// about all of them.
const SCHEMAS: usize = 20;
const DOCUMENTS: usize = 10;

fn variable(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().expect(name))
}

#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    left_out: usize,
    differing: Vec<String>,
}

#[tokio::test]
async fn evaluator_and_server_agree() {
    let pairs = variable("MONGO_SCHEMA_PAIRS").unwrap_or(4_000) as usize;
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    let seed = variable("MONGO_SCHEMA_SEED").unwrap_or_else(now);
    let test = TestDatabase::create().await.unwrap();
    let (mut dice, mut tally) = (Dice(seed), Tally::default());
    while tally.valid + tally.invalid < pairs {
        round(&test, &mut dice, &mut tally).await;
    }
    let Tally {
        valid,
        invalid,
        left_out,
        differing,
    } = tally;
    println!(
        "{} pairs: {valid} valid, {invalid} invalid; {left_out} left out",
        valid + invalid
    );
    assert!(
        differing.is_empty(),
        "MONGO_SCHEMA_SEED={seed}: {} differ, such as\n{}",
        differing.len(),
        differing[..differing.len().min(10)].join("\n")
    );
    assert!(
        valid * 10 > pairs && invalid * 10 > pairs,
        "{valid} valid of {pairs}: too much alike"
    );
}

async fn round(test: &TestDatabase, dice: &mut Dice, tally: &mut Tally) {
    let schemas: Vec<Document> = (0..SCHEMAS).map(|_| schemas::top(dice)).collect();
    let mut documents: Vec<Document> = Vec::new();
    for schema in &schemas {
        for _ in 0..DOCUMENTS {
            let mut document = doc! { "_id": documents.len() as i32 };
            document.extend(documents::near(dice, schema));
            documents.push(document);
        }
    }
    let collection: Collection<Document> = test.database().collection("pairs");
    collection.delete_many(doc! {}).await.unwrap();
    collection.insert_many(&documents).await.unwrap();
    for schema in &schemas {
        let accepted = accepted(&collection, schema).await;
        compare(schema, &documents, &accepted, tally);
    }
}

/// The `_id`s of the documents that fulfil a schema, by the server.
async fn accepted(collection: &Collection<Document>, schema: &Document) -> BTreeSet<i32> {
    let found = collection
        .find(doc! { "$jsonSchema": schema })
        .projection(doc! { "_id": 1 });
    let found: Vec<Document> = match found.await {
        Ok(found) => found.try_collect().await.unwrap(),
        Err(error) => panic!("{schema}: {error}"),
    };
    found
        .iter()
        .filter_map(|it| it.get("_id").and_then(Bson::as_i32))
        .collect()
}

fn compare(schema: &Document, documents: &[Document], accepted: &BTreeSet<i32>, tally: &mut Tally) {
    let validator =
        Validator::of_schema(schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
    for (document, id) in documents.iter().zip(0..) {
        if deviations::of(schema, document).is_some() {
            tally.left_out += 1;
            continue;
        }
        let bytes = document.to_vec().unwrap();
        let is_valid = validator.is_valid(&bytes).unwrap();
        *(if is_valid {
            &mut tally.valid
        } else {
            &mut tally.invalid
        }) += 1;
        let told = validator.check(&bytes).unwrap();
        assert_eq!(told.is_empty(), is_valid, "{schema} of {document}");
        if is_valid != accepted.contains(&id) {
            let told: Vec<String> = told.iter().map(ToString::to_string).collect();
            tally.differing.push(format!(
                "schema {schema}\ndocument {document}\nevaluator {told:?}\n"
            ));
        }
    }
}
