//! Migrations that are killed, paused, and joined.

use std::time::Duration;

use bson::{Document, doc};
use schema_xtask::dev_server::testing::{Mortal, TestDatabase};

use crate::site::Site;
use crate::writers::{Writers, assert_kept};

/// How often it is killed; more by `MIGRATE_KILLS`.
fn kills() -> u64 {
    let given = std::env::var("MIGRATE_KILLS");
    given.map_or(4, |it| it.parse().expect("a number"))
}

/// A moment that differs from kill to kill, and not from run to run.
fn moment(number: u64) -> Duration {
    Duration::from_millis(150 + number * 7919 % 700)
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_it_goes_on_and_ends_the_same() {
    let mut server = Mortal::start().await.expect("a server");
    let mut site = Site::of_version_1(server.uri(), "killed").await;
    // More than are done between the kills, so that each finds it at work.
    let ids = site.fill(2000 * (kills() as usize + 4)).await;
    for number in 0..kills() {
        let before = processed(&site).await;
        let mut child = site.start("migrate run --batch-size 200 --pause 100ms");
        if number % 2 == 1 {
            until_processed(&site, before + 1).await;
        }
        tokio::time::sleep(moment(number)).await;
        if number % 3 == 2 {
            server.restart().await.expect("it starts again");
            server.uri().clone_into(&mut site.uri);
        }
        child.kill().expect("SIGKILL");
        child.wait().expect("it ends");
    }
    let processed = processed(&site).await;
    eprintln!("{processed} of {} when it was killed last", ids.len());
    assert!(0 < processed && processed < ids.len() as i64, "{processed}");
    let writers = Writers::start(&site, &ids, 2).await;
    let ended = site.clone();
    let ended = tokio::task::spawn_blocking(move || ended.json("migrate run"))
        .await
        .expect("no panic");
    let expected = writers.stop().await;
    assert_eq!(ended.0, Some(0), "{:#}", ended.1);
    let tasks = site.tasks().await;
    let old = doc! { "schemaVersion": { "$ne": 2 } };
    assert_eq!(tasks.count_documents(old).await.expect("a count"), 0);
    // A task that was upgraded twice would have no labels that were one text.
    let odd = doc! { "$or": [{ "labels": { "$size": 0 } }, { "labels": { "$size": 1 } }] };
    assert_eq!(tasks.count_documents(odd).await.expect("a count"), 0);
    let touched = doc! { "title": { "$regex": "^writer" } };
    assert_kept(&expected, &site.all(touched).await);
    site.assert_finished();
}

/// How many documents the migration's record tells of.
async fn processed(site: &Site) -> i64 {
    let records = site
        .database()
        .await
        .collection::<Document>("_schema.migrations");
    let found = records.find_one(doc! { "kind": "migration" }).await;
    let record = found.expect("an answer").unwrap_or_default();
    let progress = record.get_document("progress").cloned().unwrap_or_default();
    progress.get_i64("processedDocuments").unwrap_or_default()
}

async fn until_processed(site: &Site, least: i64) {
    for _ in 0..600 {
        if processed(site).await >= least {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never are {least} documents done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_run_joins_and_a_pause_stops_both() {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    site.fill(20_000).await;
    let first = site.start("migrate run --batch-size 50 --pause 50ms -q");
    until_at_work(&site, 2).await;
    let second = site.start("migrate run --batch-size 50 --pause 50ms -q");
    until_at_work(&site, 4).await;
    let paused = site.run("migrate pause");
    assert_eq!(paused.status.code(), Some(0), "{paused:?}");
    for run in [first, second] {
        let ended = run.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    }
    let refused = site.run("migrate run");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("`migrate resume` goes on with it"), "{said}");
    let (code, status) = site.json("migrate resume");
    assert_eq!(
        (code, &status["migrations"][0]["state"]),
        (Some(0), &"done".into()),
        "{status:#}"
    );
    site.assert_finished();
}

/// Waits until so many workers are at it, here and elsewhere.
async fn until_at_work(site: &Site, workers: i64) {
    for _ in 0..300 {
        let (_, status) = site.json("migrate status");
        let migration = &status["migrations"][0];
        if migration["state"] == "running" && migration["workers"] == workers {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never are {workers} workers at it");
}
