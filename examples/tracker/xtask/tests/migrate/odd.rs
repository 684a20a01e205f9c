//! What somebody else left behind, or is at.

use bson::{DateTime, Document, doc, oid::ObjectId};
use schema_xtask::dev_server::testing::TestDatabase;
use serde_json::Value;

use crate::site::{Site, task};

async fn site(count: usize) -> (TestDatabase, Site) {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    site.fill(count).await;
    (database, site)
}

async fn record(site: &Site, record: Document) {
    let records = site.database().await.collection("_schema.migrations");
    records.insert_one(record).await.expect("a record");
}

fn migration(to: i32) -> Document {
    doc! { "schema": "tracker", "collection": "tasks", "to": to }
}

fn running(to: i32) -> Document {
    doc! { "_id": migration(to), "kind": "migration", "state": "running", "pass": 1 }
}

fn range(to: i32, until: DateTime) -> Document {
    doc! {
        "_id": { "migration": migration(to), "pass": 1, "range": 0 }, "kind": "range",
        "state": "open", "last": null, "upTo": null,
        "lease": { "claim": ObjectId::new(), "holder": "ann@build pid 7", "until": until },
    }
}

fn in_seconds(seconds: i64) -> DateTime {
    DateTime::from_millis(DateTime::now().timestamp_millis() + seconds * 1000)
}

fn refused(site: &Site, arguments: &str, words: &str) {
    let output = site.run(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(words), "{said}");
}

/// As a migration has it that is under way: the validator of version 1 does not hold any more.
async fn loosen(site: &Site) {
    let loosen = doc! { "collMod": "tasks", "validator": {} };
    let done = site.database().await.run_command(loosen).await;
    done.expect("collMod");
}

fn first(status: &Value) -> &Value {
    &status["migrations"][0]
}

#[tokio::test]
async fn a_migration_to_another_version_that_is_under_way_is_not_crossed() {
    let (_database, site) = site(10).await;
    record(&site, running(3)).await;
    refused(
        &site,
        "migrate run",
        "to version 3 by a newer program; go on with that one",
    );
    let records = site.database().await;
    let records = records.collection::<Document>("_schema.migrations");
    records.delete_many(doc! {}).await.expect("a deletion");

    record(&site, running(1)).await;
    record(&site, range(1, in_seconds(60))).await;
    refused(&site, "migrate run", "to version 1 by an older program");
    let old = site.all(doc! { "schemaVersion": 1 }).await;
    assert_eq!(old.len(), 10, "nothing was written");

    let free = doc! { "$set": { "lease": null } };
    records
        .update_many(doc! { "kind": "range" }, free)
        .await
        .expect("an update");
    let (code, status) = site.json("migrate run");
    assert_eq!((code, &first(&status)["state"]), (Some(0), &"done".into()));
    let before = records.find_one(doc! { "_id": migration(1) }).await;
    let before = before.expect("an answer").expect("a record");
    assert_eq!(before.get_str("state").ok(), Some("stopped"), "{before}");
}

#[tokio::test]
async fn a_lease_that_no_clock_can_have_dated_is_no_lease() {
    let (_database, site) = site(10).await;
    loosen(&site).await;
    record(&site, running(2)).await;
    record(&site, range(2, in_seconds(365 * 86_400))).await;
    let (code, status) = site.json("migrate run");
    assert_eq!((code, &first(&status)["state"]), (Some(0), &"done".into()));
}

#[tokio::test]
async fn a_temporary_index_that_somebody_dropped_is_not_asked_for() {
    let (_database, site) = site(10).await;
    loosen(&site).await;
    let mut running = running(2);
    running.insert("index", "_schema.migrate_2");
    record(&site, running).await;
    let (code, status) = site.json("migrate run");
    assert_eq!(
        (code, &first(&status)["state"]),
        (Some(0), &"done".into()),
        "{status:#}"
    );
}

#[tokio::test]
async fn what_is_done_stays_told_as_it_was_done() {
    let (_database, site) = site(10).await;
    let (_, done) = site.json("migrate run");
    assert_eq!(first(&done)["progress"]["percentComplete"], 100.0);
    assert_eq!(first(&done)["progress"]["migratedDocuments"], 10);
    for again in ["migrate run", "migrate resume"] {
        let (code, status) = site.json(again);
        assert_eq!(code, Some(0));
        assert_eq!(first(&status)["progress"], first(&done)["progress"]);
        assert_eq!(first(&status)["statistics"], first(&done)["statistics"]);
    }
}

#[tokio::test]
async fn a_failure_names_the_field_and_is_forgotten_once_somebody_upgraded_the_document() {
    let (_database, site) = site(10).await;
    let tasks = site.tasks().await;
    let mut poisoned = bson::serialize_to_document(&task(10)).expect("BSON");
    poisoned.insert("title", 5);
    poisoned.insert("labels", "poisoned");
    let insert = tasks.insert_one(&poisoned);
    insert
        .bypass_document_validation(true)
        .await
        .expect("a task");
    let (code, status) = site.json("migrate run --batch-size 3");
    assert_eq!(code, Some(2), "{status:#}");
    let said = first(&status)["errors"][0]["error"]
        .as_str()
        .expect("words");
    assert!(said.contains("`title`"), "{said}");
    assert!(!said.contains("BSON error"), "{said}");

    // The first of the two is mended where no migration looks, and the second comes in its place.
    let mut other = poisoned.clone();
    other.insert("_id", ObjectId::new());
    let insert = tasks.insert_one(other);
    insert
        .bypass_document_validation(true)
        .await
        .expect("a task");
    let id = poisoned.get_object_id("_id").expect("an id");
    let mended = doc! { "$set": { "title": "mended", "schemaVersion": 2, "labels": [] } };
    tasks
        .update_one(doc! { "_id": id }, mended)
        .await
        .expect("an update");
    let (code, status) = site.json("migrate run");
    assert_eq!((code, &first(&status)["failed"]), (Some(2), &1.into()));
}

#[tokio::test]
async fn what_cannot_be_migrated_as_a_whole_is_refused_before_anything_is_changed() {
    let (_database, site) = site(10).await;
    let mut text = bson::serialize_to_document(&task(10)).expect("BSON");
    text.insert("_id", "text");
    let insert = site.tasks().await;
    let insert = insert.insert_one(text).bypass_document_validation(true);
    insert.await.expect("a task");
    refused(
        &site,
        "migrate run --batch-size 1",
        "`_id`s of several types",
    );
    assert_eq!(site.all(doc! { "schemaVersion": 1 }).await.len(), 11);

    let database = site.database().await;
    site.tasks().await.drop().await.expect("a drop");
    let view = doc! { "create": "tasks", "viewOn": "users", "pipeline": [] };
    database.run_command(view).await.expect("a view");
    refused(&site, "migrate run", "no ordinary collection");
}

#[tokio::test]
async fn documents_that_come_meanwhile_are_counted_too() {
    let (_database, site) = site(10).await;
    loosen(&site).await;
    let mut progress = running(2);
    let counted = doc! { "totalDocuments": 3_i64, "migratedDocuments": 0_i64 };
    progress.insert("progress", counted);
    progress.insert("statistics", doc! {});
    record(&site, progress).await;
    let shown = site.run("migrate status");
    let said = String::from_utf8_lossy(&shown.stdout);
    assert!(said.contains("0 of 10 migrated, 10 remain"), "{said}");
    let (code, status) = site.json("migrate run");
    let progress = &first(&status)["progress"];
    assert_eq!((code, &progress["totalDocuments"]), (Some(0), &10.into()));
}

#[tokio::test]
async fn a_view_in_the_place_of_a_collection_is_told_by_check() {
    let (_database, site) = site(1).await;
    let database = site.database().await;
    site.tasks().await.drop().await.expect("a drop");
    let view = doc! { "create": "tasks", "viewOn": "users", "pipeline": [] };
    database.run_command(view).await.expect("a view");
    refused(&site, "check", "is a view where a collection is declared");
}
