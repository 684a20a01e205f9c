//! `plan` and `apply` on a running server.

use bson::{Document, doc};
use mongodb::IndexModel;
use serde_json::{Value, json};

use crate::support::Site;

fn statuses(report: &Value) -> Vec<&str> {
    let changes = report["changes"].as_array().expect("changes");
    changes
        .iter()
        .map(|change| change["status"].as_str().expect("a status"))
        .collect()
}

#[tokio::test]
async fn the_first_apply_creates_and_the_second_changes_nothing() {
    let site = Site::new().await;
    let planned = site.json("plan");
    assert_eq!(planned["in_sync"], false);
    assert_eq!(statuses(&planned), ["planned"; 5]);
    assert!(
        site.database()
            .list_collection_names()
            .await
            .expect("names")
            .is_empty(),
        "a plan writes nothing"
    );

    let applied = site.json("apply --yes");
    assert_eq!(statuses(&applied), ["applied"; 5]);
    assert_eq!(applied["in_sync"], true);
    assert_eq!(applied["summary"]["create"], 5);
    assert_eq!(
        site.index_names("tasks").await,
        ["_id_", "email_1", "tenantId_1_projectId_-1"]
    );
    let refused = site
        .collection("tasks")
        .insert_one(doc! { "title": 7 })
        .await;
    assert!(refused.is_err(), "the validator is in force");

    let before = records(&site).await;
    let again = site.run("apply --yes --format json");
    assert_eq!(again.code, Some(0));
    let report: Value = serde_json::from_str(&again.out).expect("JSON");
    assert_eq!(report["changes"], json!([]));
    assert_eq!(report["in_sync"], true);
    assert_eq!(
        records(&site).await,
        before,
        "nothing is written where nothing is to be done"
    );
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

async fn records(site: &Site) -> Vec<Document> {
    let mut records = site.history().await;
    let lock = site
        .collection("_schema.lock")
        .find_one(doc! {})
        .await
        .expect("an answer");
    records.extend(lock);
    records
}

#[tokio::test]
async fn history_tells_what_was_applied() {
    let site = Site::new().await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let history = site.history().await;
    let [record] = history.as_slice() else {
        panic!("one record: {history:?}")
    };
    assert_eq!(record.get_str("state").expect("a state"), "done");
    assert_eq!(record.get_str("schema").expect("a schema"), "fixture");
    assert_eq!(record.get_array("changes").expect("changes").len(), 5);
    let declared = record.get_document("declared").expect("what was declared");
    assert_eq!(declared.get_str("hash").expect("a hash").len(), 64);
    let (started, finished) = (
        record.get_datetime("started"),
        record.get_datetime("finished"),
    );
    assert!(started.expect("a start") <= finished.expect("an end"));
}

#[tokio::test]
async fn the_exit_code_tells_a_difference_only_when_asked() {
    let site = Site::new().await;
    assert_eq!(site.run("plan").code, Some(0));
    assert_eq!(site.run("plan --exit-code").code, Some(2));
}

#[tokio::test]
async fn without_a_terminal_it_refuses_unless_told_yes() {
    let site = Site::new().await;
    let refused = site.run("apply");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("--yes"), "{}", refused.err);
    assert!(
        site.database()
            .list_collection_names()
            .await
            .expect("names")
            .is_empty()
    );
    assert_eq!(site.run("apply --yes").code, Some(0));
    assert_eq!(
        site.run("apply").code,
        Some(0),
        "in sync, there is nothing to ask"
    );
}

/// CASES 13.
#[tokio::test]
async fn what_was_made_by_hand_survives_and_is_reported() {
    let site = Site::new().await;
    site.collection("foreign")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");
    site.collection("users")
        .create_index(IndexModel::builder().keys(doc! { "x": 1 }).build())
        .await
        .expect("an index");
    let applied = site.json("apply --yes");
    assert_eq!(applied["in_sync"], true);
    let expected = json!([{ "collection": "users", "index": "x_1" }, { "collection": "foreign", "index": null }]);
    assert_eq!(applied["unmanaged"], expected);
    assert_eq!(site.index_names("users").await, ["_id_", "name_1", "x_1"]);
}

/// CASES 11.
#[tokio::test]
async fn a_declared_index_under_another_name_is_adopted() {
    let site = Site::new().await;
    let options = mongodb::options::IndexOptions::builder()
        .name("by_hand".to_owned())
        .build();
    let index = IndexModel::builder()
        .keys(doc! { "name": 1_i64 })
        .options(options)
        .build();
    site.collection("users")
        .create_index(index)
        .await
        .expect("an index");
    assert_eq!(site.run("apply --yes --only users").code, Some(0));
    assert_eq!(site.index_names("users").await, ["_id_", "by_hand"]);
    let objects = site.collection("_schema.objects");
    let key = |index: &str| doc! { "_id.collection": "users", "_id.index": index };
    let record = objects
        .find_one(key("by_hand"))
        .await
        .expect("an answer")
        .expect("a record");
    assert_eq!(record.get_str("origin").expect("an origin"), "adopted");
    let only = objects
        .count_documents(doc! { "_id.collection": { "$ne": "users" } })
        .await;
    assert_eq!(only.expect("a count"), 0);
}

#[tokio::test]
async fn a_failed_step_takes_only_its_own_collection_along() {
    let site = Site::with("wrong").await;
    let finished = site.run("apply --yes --format json");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let report: Value = serde_json::from_str(&finished.out).expect("JSON");
    assert_eq!(
        statuses(&report),
        ["applied", "failed", "skipped", "applied", "applied"]
    );
    assert_eq!(report["in_sync"], false);
    assert!(
        report["changes"][1]["error"]
            .as_str()
            .is_some_and(|error| error.contains("a_1") || error.contains("ne")),
        "{report}"
    );
    assert!(
        finished.err.contains("broken/create_index/a_1"),
        "{}",
        finished.err
    );
    assert_eq!(
        site.history().await[0].get_str("state").expect("a state"),
        "failed"
    );
}

#[tokio::test]
async fn what_is_skipped_makes_exit_code_2() {
    let mut site = Site::new().await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.uses("fewer");
    let before = records(&site).await;
    for line in ["apply --yes --format json", "apply --format json"] {
        let finished = site.run(line);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        let report: Value = serde_json::from_str(&finished.out).expect("JSON");
        assert_eq!(statuses(&report), ["skipped"]);
        assert_eq!(report["in_sync"], false);
    }
    assert_eq!(records(&site).await, before, "nothing was done");
    assert!(
        site.index_names("tasks")
            .await
            .contains(&"email_1".to_owned())
    );
}

#[tokio::test]
async fn the_database_is_always_named() {
    let site = Site::new().await;
    let name = site.database().name().to_owned();
    for line in ["plan", "plan -q", "plan --format json", "apply -q --yes"] {
        assert!(site.run(line).err.contains(&name), "{line}");
    }
}

/// CASES 15.
#[tokio::test]
async fn two_schemas_share_a_database() {
    let site = Site::new().await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let owned = doc! { "_id": { "schema": "other", "collection": "theirs", "index": null }, "origin": "created" };
    site.collection("_schema.objects")
        .insert_one(owned)
        .await
        .expect("a record");
    site.collection("theirs")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    assert_eq!(
        site.collection("theirs")
            .count_documents(doc! {})
            .await
            .expect("a count"),
        1
    );
}

/// CASES 1, 4, 5, 9 and 12: what the server lists in other words than were sent passes for applied, and
/// is no change in the next plan; nor is a name of any length.
#[tokio::test]
async fn what_is_listed_in_other_words_is_applied_and_no_change() {
    let long = "l".repeat(300);
    let indexes = vec![
        doc! { "key": { "a": 1.0, "b": -1_i64 }, "name": "collated", "collation": { "locale": "en", "strength": 2.0 } },
        doc! { "key": { "p": "2dsphere" }, "name": "p_2dsphere" },
        doc! { "key": { "f": 1 }, "name": "f_1", "partialFilterExpression": { "f": { "$eq": 1 }, "g": { "$gt": 2_i64 } } },
        doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 60.0 },
        doc! { "key": { "attrs.$**": 1 }, "name": "attrs" },
        doc! { "key": { long.clone(): 1 }, "name": format!("{long}_1") },
    ];
    let options = doc! { "validator": { "$jsonSchema": { "properties": { "n": { "maximum": 9_i64 } } } }, "collation": { "locale": "de" } };
    let site = Site::declaring(options, indexes).await;
    let applied = site.json("apply --yes");
    assert_eq!(applied["in_sync"], true, "{applied}");
    assert!(statuses(&applied).iter().all(|it| *it == "applied"));
    let second = site.json("plan --exit-code");
    assert_eq!(second["changes"], serde_json::json!([]));
}
