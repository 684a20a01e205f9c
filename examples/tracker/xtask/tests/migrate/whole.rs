//! The article's example, whole.

use std::time::Instant;

use bson::doc;
use schema_xtask::dev_server::testing::TestDatabase;

use crate::site::Site;
use crate::writers::{Writers, assert_kept};

fn documents() -> usize {
    let given = std::env::var("MIGRATE_DOCUMENTS");
    given.map_or(5000, |it| it.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_task_is_migrated_while_writers_of_both_versions_go_on() {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    let count = documents();
    let ids = site.fill(count).await;

    let (_, plan) = site.json("plan");
    assert_eq!(
        plan["changes"][0]["id"], "tasks/set_validator/tasks",
        "{plan:#}"
    );
    let tightens = site.run("apply --yes");
    let said = String::from_utf8_lossy(&tightens.stdout).into_owned();
    assert_eq!(
        tightens.status.code(),
        Some(2),
        "old documents hold the validator back: {said}"
    );
    assert!(said.contains("migrate run"), "{said}");

    let writers = Writers::start(&site, &ids, 4).await;
    let start = Instant::now();
    let runner = site.clone();
    let ran = tokio::task::spawn_blocking(move || runner.run("migrate run --batch-size 500"));
    let ran = ran.await.expect("no panic");
    let took = start.elapsed();
    let expected = writers.stop().await;
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    eprintln!(
        "{count} tasks in {took:.1?}, {} of them written to or inserted meanwhile",
        expected.len()
    );

    let tasks = site.tasks().await;
    let old = doc! { "schemaVersion": { "$ne": 2 } };
    assert_eq!(tasks.count_documents(old).await.expect("a count"), 0);
    let touched = doc! { "title": { "$regex": "^writer" } };
    assert_kept(&expected, &site.all(touched).await);
    let untouched = doc! { "title": { "$not": { "$regex": "^writer" } } };
    let untouched = site.all(untouched).await;
    let original = expected
        .keys()
        .filter(|id| ids.binary_search(id).is_ok())
        .count();
    assert_eq!(untouched.len() + original, count, "nothing is lost");
    for task in &untouched {
        let position = task.get_i64("position").expect("a position");
        let label = format!("of {}", position % 10);
        assert_eq!(
            task.get_array("labels").ok(),
            Some(&vec!["bug".into(), label.into()])
        );
    }
    site.assert_finished();
    let (_, status) = site.json("migrate status");
    let migration = &status["migrations"][0];
    assert_eq!(migration["state"], "done", "{status:#}");
    assert_eq!(migration["done"], true);
    assert_eq!(migration["progress"]["errorDocuments"], 0);
}

#[tokio::test]
async fn a_dry_run_shows_before_and_after_and_writes_nothing() {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    site.fill(20).await;
    let shown = site.run("migrate run --dry-run --sample 3");
    let said = String::from_utf8(shown.stdout).expect("UTF-8");
    assert_eq!(
        said.matches("-   \"schemaVersion\": 1").count(),
        3,
        "{said}"
    );
    assert_eq!(
        said.matches("+   \"schemaVersion\": 2").count(),
        3,
        "{said}"
    );
    let (_, samples) = site.json("migrate run --dry-run");
    let sample = &samples["samples"][0]["documents"][0];
    assert_eq!(sample["after"]["labels"][0], "bug", "{samples:#}");
    let tasks = site.tasks().await;
    let old = tasks.count_documents(doc! { "schemaVersion": 1 }).await;
    assert_eq!(old.expect("a count"), 20);
    let (_, status) = site.json("migrate");
    assert_eq!(status["migrations"][0]["state"], serde_json::Value::Null);
    assert_eq!(status["migrations"][0]["remaining"], 20);
}
