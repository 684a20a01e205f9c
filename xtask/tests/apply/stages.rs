//! Validators that come into force by stages.

use std::time::Duration;

use bson::{Document, doc};
use serde_json::Value;
use tokio::time::sleep;

use crate::support::{Site, change, declare, says};

const ID: &str = "tasks/set_validator/tasks";

fn options(most: i32, level: &str, action: &str) -> Document {
    let schema = doc! { "properties": { "n": { "bsonType": "int", "maximum": most } } };
    doc! { "validator": { "$jsonSchema": schema }, "validationLevel": level, "validationAction": action }
}

async fn filled(schema: String) -> Site {
    let site = Site::with(&schema).await;
    site.collection("tasks")
        .insert_one(doc! { "_id": 1, "n": 1 })
        .await
        .expect("a document");
    site
}

/// Level and action as the server lists them; nothing where there is no validator.
async fn stage(site: &Site) -> Option<(String, String)> {
    let listed = doc! { "listCollections": 1, "filter": { "name": "tasks" } };
    let reply = site
        .database()
        .run_command(listed)
        .await
        .expect("a listing");
    let batch = reply
        .get_document("cursor")
        .and_then(|it| it.get_array("firstBatch"))
        .expect("a batch");
    let options = batch[0]
        .as_document()
        .and_then(|it| it.get_document("options").ok())
        .expect("options");
    options.contains_key("validator").then(|| {
        let of = |name, default: &str| options.get_str(name).unwrap_or(default).to_owned();
        (
            of("validationLevel", "strict"),
            of("validationAction", "error"),
        )
    })
}

async fn is_at(site: &Site, level: &str, action: &str) {
    assert_eq!(stage(site).await, Some((level.into(), action.into())));
}

fn status(report: &Value) -> &str {
    change(report, ID)["status"].as_str().expect("a status")
}

#[tokio::test]
async fn each_stage_is_watched_before_the_next() {
    let site = filled(declare("tasks", options(5, "strict", "error"), vec![])).await;
    let apply = "apply --yes --observe 1s";

    let first = site.run(&format!("{apply} --format json"));
    assert_eq!(first.code, Some(2), "{first:?}");
    let report: Value = serde_json::from_str(&first.out).expect("JSON");
    assert_eq!(status(&report), "held");
    assert!(
        says(
            change(&report, ID),
            &["`warn` is in force now", "held for 1s"]
        ),
        "{report}"
    );
    is_at(&site, "strict", "warn").await;

    // Too early: the time that is left is told, and nothing is done.
    let early = site.json("apply --yes --observe 1h");
    assert_eq!(status(&early), "held");
    assert!(
        says(change(&early, ID), &["`warn` is in force since", "left)"]),
        "{early}"
    );
    is_at(&site, "strict", "warn").await;

    sleep(Duration::from_millis(1100)).await;
    assert_eq!(status(&site.json(apply)), "held");
    is_at(&site, "moderate", "error").await;
    sleep(Duration::from_millis(1100)).await;
    let last = site.json(apply);
    assert_eq!((status(&last), &last["in_sync"]), ("applied", &true.into()));
    is_at(&site, "strict", "error").await;
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn documents_that_come_in_between_hold_the_stage() {
    let site = filled(declare("tasks", options(5, "strict", "error"), vec![])).await;
    let apply = "apply --yes --observe 1s";
    site.json(apply);
    site.collection("tasks")
        .insert_one(doc! { "_id": 2, "n": 9 })
        .await
        .expect("only logged");
    sleep(Duration::from_millis(1100)).await;
    let held = site.json(apply);
    assert_eq!(status(&held), "held");
    assert!(
        says(
            change(&held, ID),
            &[
                "1 document violates it",
                "`_id` 2: `n` is 9, and must be at most 5"
            ]
        ),
        "{held}"
    );
    is_at(&site, "strict", "warn").await;

    site.collection("tasks")
        .delete_one(doc! { "_id": 2 })
        .await
        .expect("gone");
    site.json(apply);
    is_at(&site, "moderate", "error").await;
    // What is moderate lets nothing new in, so that only a bypass brings one.
    let bypass = doc! { "insert": "tasks", "documents": [{ "_id": 3, "n": 9 }], "bypassDocumentValidation": true };
    site.database()
        .run_command(bypass)
        .await
        .expect("a document");
    sleep(Duration::from_millis(1100)).await;
    assert_eq!(status(&site.json(apply)), "held");
    is_at(&site, "moderate", "error").await;
}

#[tokio::test]
async fn without_watching_one_apply_goes_through_all_stages() {
    let site = filled(declare("tasks", options(5, "strict", "error"), vec![])).await;
    let applied = site.json("apply --yes --observe 0s");
    assert_eq!(
        (status(&applied), &applied["in_sync"]),
        ("applied", &true.into())
    );
    is_at(&site, "strict", "error").await;

    let site = filled(declare("tasks", options(0, "strict", "error"), vec![])).await;
    let held = site.json("apply --yes --observe 0s");
    assert_eq!(status(&held), "held", "{held}");
    is_at(&site, "strict", "warn").await;
}

#[tokio::test]
async fn goals_short_of_strict_and_error_end_at_their_stage() {
    let site = filled(declare("tasks", options(5, "moderate", "error"), vec![])).await;
    assert_eq!(site.json("apply --yes --observe 0s")["in_sync"], true);
    is_at(&site, "moderate", "error").await;
    for (level, action) in [("strict", "warn"), ("off", "error")] {
        // Documents that violate it are no matter.
        let site = filled(declare("tasks", options(0, level, action), vec![])).await;
        assert_eq!(site.json("apply --yes")["in_sync"], true);
        is_at(&site, level, action).await;
    }
}

#[tokio::test]
async fn an_empty_collection_goes_straight_to_the_goal() {
    let site = Site::with(&declare("tasks", options(5, "strict", "error"), vec![])).await;
    site.database()
        .create_collection("tasks")
        .await
        .expect("a collection");
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    is_at(&site, "strict", "error").await;
}

#[tokio::test]
async fn a_changed_declaration_and_a_hand_start_anew() {
    let mut site = filled(declare("tasks", options(5, "strict", "error"), vec![])).await;
    let apply = "apply --yes --observe 1s";
    site.json(apply);
    sleep(Duration::from_millis(1100)).await;
    site.uses(&declare("tasks", options(6, "strict", "error"), vec![]));
    assert!(says(
        change(&site.json(apply), ID),
        &["`warn` is in force now"]
    ));
    is_at(&site, "strict", "warn").await;

    // Set to moderate by hand: where it stands is seen, since when is not.
    let by_hand =
        doc! { "collMod": "tasks", "validationLevel": "moderate", "validationAction": "error" };
    site.database()
        .run_command(by_hand)
        .await
        .expect("moderate");
    assert!(says(
        change(&site.json(apply), ID),
        &["`moderate` is in force now"]
    ));
    // Switched off by hand: from the start.
    let by_hand = doc! { "collMod": "tasks", "validationLevel": "off" };
    site.database().run_command(by_hand).await.expect("off");
    assert!(says(
        change(&site.json(apply), ID),
        &["`warn` is in force now"]
    ));
    is_at(&site, "strict", "warn").await;
}
