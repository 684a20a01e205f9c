//! Indexes that become unique, and those that no longer are.

use bson::{Document, doc};
use serde_json::Value;

use crate::support::Site;

fn plain(name: &str) -> Document {
    doc! { "key": { "email": 1 }, "name": name }
}

fn unique(name: &str) -> Document {
    doc! { "key": { "email": 1 }, "name": name, "unique": true }
}

fn emails(of: &[&str]) -> Vec<Document> {
    let numbered = (1..).zip(of);
    numbered
        .map(|(number, email)| doc! { "_id": number, "email": email })
        .collect()
}

async fn filled(indexes: Vec<Document>, of: &[&str]) -> Site {
    let site = Site::declaring(doc! {}, indexes).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.fill(emails(of)).await;
    site
}

async fn accepts(site: &Site, email: &str) -> bool {
    let document = doc! { "email": email };
    site.collection("tasks").insert_one(document).await.is_ok()
}

fn notes(change: &Value) -> String {
    change["notes"].to_string()
}

#[tokio::test]
async fn an_index_is_made_unique_in_place() {
    let mut site = filled(vec![plain("by_email")], &["a", "b"]).await;
    site.declares(vec![unique("email_1")]);
    let report = site.json("apply --yes");
    let change = &report["changes"][0];
    assert_eq!(change["id"], "tasks/modify_index/by_email");
    assert_eq!(
        (&change["class"], &change["status"]),
        (&"caution".into(), &"applied".into())
    );
    let preparation = change["preparation"].as_array().expect("commands");
    assert_eq!(preparation[0]["index"]["prepareUnique"], true);
    assert_eq!(preparation[1]["dryRun"], true);
    assert_eq!(report["in_sync"], true);
    assert_eq!(site.index_names("tasks").await, ["_id_", "by_email"]);
    assert!(!accepts(&site, "a").await);
}

/// CASES 20.
#[tokio::test]
async fn duplicates_hold_it_with_a_number_and_an_example_and_nothing_is_refused() {
    let mut site = filled(vec![plain("email_1")], &["a", "a", "b", "b", "b", "c"]).await;
    site.declares(vec![unique("email_1")]);
    let finished = site.run("apply --yes --format json");
    assert_eq!(finished.code, Some(2), "{finished:?}");
    let report: Value = serde_json::from_str(&finished.out).expect("JSON");
    let change = &report["changes"][0];
    assert_eq!(change["status"], "held");
    assert!(
        notes(change).contains("2 keys are shared by 5 documents"),
        "{change}"
    );
    assert!(notes(change).contains("_id"), "{change}");
    assert_eq!(report["in_sync"], false);
    let index = site.index("email_1").await.expect("the index");
    assert!(!index.contains_key("prepareUnique") && !index.contains_key("unique"));
    assert!(accepts(&site, "a").await, "as before");

    let duplicates = doc! { "email": { "$in": ["a", "b"] } };
    site.collection("tasks")
        .delete_many(duplicates)
        .await
        .expect("a deletion");
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    assert!(!accepts(&site, "c").await);
}

#[tokio::test]
async fn a_new_unique_index_over_documents_is_built_first_and_then_made_unique() {
    let mut site = filled(vec![], &["a", "b"]).await;
    site.declares(vec![unique("email_1")]);
    let report = site.json("apply --yes");
    let change = &report["changes"][0];
    assert_eq!(change["id"], "tasks/create_index/email_1");
    assert_eq!(change["status"], "applied");
    let built = &change["preparation"][0];
    assert_eq!(built["indexes"][0]["name"], "email_1");
    assert_eq!(built["indexes"][0]["unique"], Value::Null);
    assert_eq!(report["in_sync"], true);
    assert!(!accepts(&site, "a").await);
}

/// CASES 20.
#[tokio::test]
async fn a_new_unique_index_over_duplicates_is_held_and_refuses_nothing() {
    let mut site = filled(vec![], &["a", "a"]).await;
    site.declares(vec![unique("email_1")]);
    let held = site.json("apply --yes");
    assert_eq!(held["changes"][0]["status"], "held");
    assert!(
        notes(&held["changes"][0]).contains("1 key is shared by 2 documents"),
        "{held}"
    );
    assert!(accepts(&site, "a").await);
    site.collection("tasks")
        .delete_many(doc! {})
        .await
        .expect("a deletion");
    assert_eq!(site.json("apply --yes")["in_sync"], true);
}

/// Killed after each of its commands, the next run goes on from there.
#[tokio::test]
async fn a_conversion_that_was_cut_short_is_finished() {
    let built = doc! { "createIndexes": "tasks", "indexes": [plain("email_1")] };
    let prepared =
        doc! { "collMod": "tasks", "index": { "name": "email_1", "prepareUnique": true } };
    for of in [&["a", "b"][..], &["a", "a"]] {
        for commands in [vec![built.clone()], vec![built.clone(), prepared.clone()]] {
            let mut site = filled(vec![], of).await;
            site.declares(vec![unique("email_1")]);
            for command in commands {
                site.command_on_server(command).await;
            }
            let report = site.json("apply --yes");
            let is_free = of[0] != of[1];
            assert_eq!(report["in_sync"], is_free, "{report}");
            assert_eq!(accepts(&site, "a").await, !is_free, "{report}");
        }
    }
}

/// Where it isn't to be unique any more, what a killed run left is set back.
#[tokio::test]
async fn a_prepared_index_that_is_not_declared_unique_is_set_back() {
    let site = filled(vec![plain("email_1")], &["a"]).await;
    let prepared =
        doc! { "collMod": "tasks", "index": { "name": "email_1", "prepareUnique": true } };
    site.command_on_server(prepared).await;
    assert!(!accepts(&site, "a").await);
    let applied = site.changes("apply --yes");
    assert_eq!(
        applied,
        [("tasks/modify_index/email_1".into(), "applied".into())]
    );
    assert!(accepts(&site, "a").await);
}

/// The server holds both beside each other, and what refuses writes is not watched for a week.
#[tokio::test]
async fn uniqueness_that_ends_ends_at_once() {
    let mut site = filled(vec![unique("email_1")], &["a"]).await;
    site.declares(vec![plain("email_1")]);
    let skipped = site.changes("apply --yes");
    assert_eq!(
        skipped[1],
        ("tasks/drop_index/email_1".into(), "skipped".into())
    );
    assert_eq!(skipped[0].1, "applied");
    assert!(!accepts(&site, "a").await);
    let dropped = site.changes("apply --yes --allow destructive");
    assert_eq!(
        dropped,
        [("tasks/drop_index/email_1".into(), "applied".into())]
    );
    assert!(accepts(&site, "a").await);
    assert_eq!(site.index_names("tasks").await.len(), 2);
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

/// Both are declared, so the one without `unique` can't be a stage of the other.
#[tokio::test]
async fn an_index_and_a_unique_one_of_the_same_key_are_both_built() {
    let mut site = filled(vec![], &["a", "b"]).await;
    site.declares(vec![plain("email_1"), unique("email_unique")]);
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    assert_eq!(
        site.index_names("tasks").await,
        ["_id_", "email_1", "email_unique"]
    );
    assert!(!accepts(&site, "a").await);
}
