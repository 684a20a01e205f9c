//! `seed`, as a command: what it fills, and what it refuses to fill.

use bson::{Document, doc};

use crate::support::{Site, change, schema};

/// Two collections of a tenant, one with a unique index.
fn declared() -> String {
    let id = doc! { "bsonType": "objectId" };
    let users = doc! {
        "bsonType": "object", "required": ["_id", "email"], "additionalProperties": false,
        "properties": {
            "_id": id.clone(), "email": { "bsonType": "string", "maxLength": 60 },
        },
    };
    let notes = doc! {
        "bsonType": "object", "required": ["_id", "text", "at"], "additionalProperties": false,
        "properties": {
            "_id": id,
            "text": { "bsonType": "string", "pattern": "^[A-Z][a-z]+$", "maxLength": 9 },
            "at": { "bsonType": "date" },
        },
    };
    let collection = |name: &str, schema: Document, index: Document| {
        let options = doc! {
            "validator": { "$jsonSchema": schema },
            "validationLevel": "strict", "validationAction": "error",
        };
        doc! { "name": name, "options": options, "indexes": [index] }
    };
    schema(&doc! { "collections": [
        collection("users", users, doc! { "key": { "email": 1 }, "name": "email_1", "unique": true }),
        collection("notes", notes, doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 0 }),
    ] })
}

async fn applied() -> Site {
    let site = Site::with(&declared()).await;
    let applied = site.run("apply --yes");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    site
}

async fn count(site: &Site, collection: &str) -> u64 {
    let documents = site.collection(collection).count_documents(doc! {}).await;
    documents.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn fills_what_was_applied_and_tells_programs() {
    let site = applied().await;
    let report = site.json("seed --docs 2500 --docs users=500 --yes --seed 3 --as-of 2026-11-30");
    assert_eq!(report["documents"], 2500, "{report}");
    assert_eq!(report["seed"], 3);
    assert_eq!(report["as_of"], "2026-11-30");
    assert_eq!(count(&site, "users").await, 500);
    assert_eq!(count(&site, "notes").await, 2000);
    let in_sync = site.json("plan");
    assert_eq!(in_sync["in_sync"], true, "{in_sync}");
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_what_was_not_applied() {
    let site = Site::with(&declared()).await;
    let finished = site.run("seed --docs 10 --yes");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.err.contains("cargo xtask apply"), "{finished:?}");
    assert_eq!(count(&site, "notes").await, 0);
    // Nor where the rules of before are in force.
    let applied = site.run("apply --yes");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    let drop = doc! { "dropIndexes": "users", "index": "email_1" };
    site.command_on_server(drop).await;
    let plan = site.json("plan");
    change(&plan, "users/create_index/email_1");
    let finished = site.run("seed --docs 10 --yes");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let finished = site.run("seed --docs 10 --yes --only notes");
    assert_eq!(finished.code, Some(0), "{finished:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_to_mix_unless_told_and_the_same_seed_twice() {
    let site = applied().await;
    assert_eq!(site.run("seed --docs 20 --yes").code, Some(0));
    let before = count(&site, "notes").await;
    let finished = site.run("seed --docs 20 --yes --seed 2");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.err.contains("--append"), "{finished:?}");
    assert_eq!(count(&site, "notes").await, before);
    let again = site.run("seed --docs 20 --yes --append");
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.err.contains("another `--seed`"), "{again:?}");
    let other = site.run("seed --docs 20 --yes --append --seed 2");
    assert_eq!(other.code, Some(0), "{other:?}");
    assert_eq!(count(&site, "notes").await, before * 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn asks_before_it_fills_a_server_that_is_none_for_development() {
    let site = applied().await;
    let finished = site.run("seed --docs 20");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.err.contains("no terminal"), "{finished:?}");
    assert_eq!(count(&site, "notes").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_before_a_server_is_asked() {
    let site = Site::with(&declared()).await;
    for (arguments, part) in [
        ("seed", "--docs"),
        ("seed --docs nobody=5", "declared are"),
        ("seed --docs 5 --docs 6", "two totals"),
        ("seed --docs users=5 --only notes", "--only"),
        ("seed --docs x", "number of documents"),
        ("seed --docs 5 --as-of tomorrow", "2026-11-30"),
    ] {
        let finished = site.run(arguments);
        assert_eq!(finished.code, Some(64), "{arguments}: {finished:?}");
        assert!(finished.err.contains(part), "{arguments}: {finished:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pattern_that_nothing_matches_names_its_field() {
    let collection = doc! {
        "name": "notes",
        "options": { "validator": { "$jsonSchema": {
            "bsonType": "object", "required": ["code"],
            "properties": { "code": { "bsonType": "string", "pattern": "^a{9}$", "maxLength": 4 } },
        } } },
    };
    let site = Site::with(&schema(&doc! { "collections": [collection] })).await;
    let finished = site.run("seed --docs 5 --yes");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.err.contains("`notes.code`"), "{finished:?}");
    assert!(finished.err.contains("^a{9}$"), "{finished:?}");
}
