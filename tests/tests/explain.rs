//! The tracker's queries, explained by a running server over generated documents.

use std::sync::Arc;

use bson::doc;
use mongo_schema_tests::declared;
use schema_core::DatabaseSchema;
use schema_core::declared::DeclaredDatabase;
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::TestDatabase;
use schema_xtask::explain::{self, Explained, RATIO, Verdict};
use schema_xtask::seed::{self, Asked, Request, World};
use tracker::Tracker;

async fn created(test: &TestDatabase, declared: &DeclaredDatabase) -> Server {
    declared::create(&test.database(), declared).await.unwrap();
    let manner = Manner {
        max_time: None,
        parallel: 3,
    };
    Server::connect(test.uri(), test.name(), manner)
        .await
        .unwrap()
}

async fn filled(server: &Server, declared: &DeclaredDatabase) {
    let asked = Asked {
        total: Some(9_000),
        named: [("tasks".to_owned(), 3_000)].into(),
        ..Asked::default()
    };
    let needed = seed::needed(declared).unwrap();
    let (counts, tenants) = seed::counts(declared, &needed, &asked);
    let request = Request {
        seed: 1,
        day: bson::DateTime::now().timestamp_millis(),
        tenants,
        counts,
        ..Request::default()
    };
    let (world, _) = World::new(declared, &request).unwrap();
    seed::fill(server, &Arc::new(world), &|_| {}).await.unwrap();
}

async fn explained(server: &Server, declared: &DeclaredDatabase) -> Vec<Explained> {
    explain::explain(server, declared, &[], RATIO)
        .await
        .unwrap()
}

#[tokio::test]
async fn every_query_of_the_tracker_is_as_declared() {
    let declared = Tracker::declared();
    let test = TestDatabase::create().await.unwrap();
    let server = created(&test, &declared).await;
    filled(&server, &declared).await;
    let all = explained(&server, &declared).await;
    assert_eq!(
        all.len(),
        declared
            .collections
            .iter()
            .map(|it| it.queries.len())
            .sum::<usize>()
    );
    for it in &all {
        assert_eq!(it.verdict, Verdict::AsDeclared, "{it:#?}");
        assert_eq!(it.used[..], it.declared[..1], "{it:#?}");
        let counts = it.counts.unwrap();
        assert!(counts.returned > 0, "{it:#?}");
        assert!(counts.documents == counts.returned, "{it:#?}");
    }

    // Without its index, a query is told apart from those that have theirs.
    let index = "tenantId_1_projectId_1_status_1_position_1";
    let dropped = doc! { "dropIndexes": "tasks", "index": index };
    test.database().run_command(dropped).await.unwrap();
    for it in explained(&server, &declared).await {
        if it.query == "board" {
            assert!(it.verdict.is_mismatch(), "{it:#?}");
            assert!(
                it.notes
                    .iter()
                    .any(|note| note.contains("not on the server")),
                "{it:#?}"
            );
        } else {
            assert_eq!(it.verdict, Verdict::AsDeclared, "{it:#?}");
        }
    }
}

#[tokio::test]
async fn on_empty_collections_counts_mean_nothing_and_how_to_fill_them_is_said() {
    let declared = Tracker::declared();
    let test = TestDatabase::create().await.unwrap();
    let server = created(&test, &declared).await;
    for it in explained(&server, &declared).await {
        assert_eq!(it.verdict, Verdict::NoDocuments, "{it:#?}");
        assert_eq!(
            it.used[..],
            it.declared[..1],
            "the plan is compared all the same: {it:#?}"
        );
        assert!(
            it.notes.iter().any(|note| note.contains("seed --docs")),
            "{it:#?}"
        );
    }
}

#[tokio::test]
async fn a_collection_that_is_not_there_is_a_mismatch() {
    let test = TestDatabase::create().await.unwrap();
    let declared = Tracker::declared();
    let server = created(&test, &DeclaredDatabase::default()).await;
    for it in explained(&server, &declared).await {
        assert_eq!(it.verdict, Verdict::NoCollection, "{it:#?}");
        assert!(
            it.notes
                .iter()
                .any(|note| note.contains("cargo xtask apply")),
            "{it:#?}"
        );
    }
}
