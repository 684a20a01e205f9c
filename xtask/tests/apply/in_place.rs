//! Indexes and options that change where they are.

use bson::{DateTime, Document, doc};
use futures::TryStreamExt;
use mongodb::bson::Bson;

use crate::support::Site;

fn expiring(seconds: i32) -> Document {
    doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": seconds }
}

fn plain(name: &str) -> Document {
    doc! { "key": { "at": 1 }, "name": name }
}

/// A collection with documents, with these indexes applied.
async fn filled(indexes: Vec<Document>) -> Site {
    let site = Site::declaring(doc! {}, indexes).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let now = DateTime::now();
    site.fill(vec![doc! { "at": now, "n": 1 }, doc! { "at": now, "n": 2 }])
        .await;
    site
}

async fn seconds(site: &Site, name: &str) -> Option<i64> {
    let index = site.index(name).await.expect("the index");
    match index.get("expireAfterSeconds") {
        Some(Bson::Int32(seconds)) => Some((*seconds).into()),
        Some(Bson::Int64(seconds)) => Some(*seconds),
        Some(Bson::Double(seconds)) => Some(*seconds as i64),
        _ => None,
    }
}

/// CASES 10, 17 and 18.
#[tokio::test]
async fn a_ttl_is_raised_freely_and_lowered_on_a_word() {
    let mut site = filled(vec![expiring(3600)]).await;
    let id = "tasks/modify_index/at_1".to_owned();
    site.declares(vec![expiring(7200)]);
    assert_eq!(
        site.changes("apply --yes"),
        [(id.clone(), "applied".into())]
    );
    assert_eq!(seconds(&site, "at_1").await, Some(7200));
    site.declares(vec![expiring(1800)]);
    assert_eq!(
        site.changes("apply --yes"),
        [(id.clone(), "skipped".into())]
    );
    assert_eq!(seconds(&site, "at_1").await, Some(7200), "nothing was done");
    let applied = site.changes("apply --yes --allow destructive");
    assert_eq!(applied, [(id, "applied".into())]);
    assert_eq!(seconds(&site, "at_1").await, Some(1800));
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn a_plain_index_begins_to_expire_documents_in_place() {
    let mut site = filled(vec![plain("by_time")]).await;
    site.declares(vec![expiring(3600)]);
    let id = "tasks/modify_index/by_time".to_owned();
    assert_eq!(
        site.changes("apply --yes"),
        [(id.clone(), "skipped".into())]
    );
    let applied = site.changes("apply --yes --allow destructive");
    assert_eq!(applied, [(id, "applied".into())]);
    assert_eq!(seconds(&site, "by_time").await, Some(3600));
    assert_eq!(site.index_names("tasks").await, ["_id_", "by_time"]);
}

/// Neutralised at once, since that loses nothing; replaced only on a word.
#[tokio::test]
async fn an_expiry_that_ends_is_put_off_before_the_index_is_replaced() {
    let mut site = filled(vec![expiring(3600)]).await;
    site.declares(vec![plain("at_1")]);
    let ids = ["tasks/modify_index/at_1", "tasks/replace_index/at_1"].map(str::to_owned);
    let [put_off, replaced] = ids;
    assert_eq!(
        site.changes("apply --yes"),
        [
            (put_off, "applied".into()),
            (replaced.clone(), "skipped".into())
        ]
    );
    assert_eq!(seconds(&site, "at_1").await, Some(i64::from(i32::MAX)));
    let report = site.json("apply --yes --allow destructive");
    let change = &report["changes"][0];
    assert_eq!(
        (&change["id"], &change["status"]),
        (&replaced.into(), &"applied".into())
    );
    assert_eq!(change["preparation"][0]["dropIndexes"], "tasks");
    assert_eq!(seconds(&site, "at_1").await, None);
    assert_eq!(report["in_sync"], true);
    assert!(
        site.record_of("at_1").await.is_some(),
        "it is still its own"
    );
}

/// CASES 16. Killed between the drop and the build, the next run builds what is declared.
#[tokio::test]
async fn a_replacement_that_was_cut_in_half_is_finished() {
    let mut site = filled(vec![expiring(3600)]).await;
    site.declares(vec![plain("at_1")]);
    site.command_on_server(doc! { "dropIndexes": "tasks", "index": "at_1" })
        .await;
    let applied = site.changes("apply --yes");
    assert_eq!(
        applied,
        [("tasks/create_index/at_1".into(), "applied".into())]
    );
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn hidden_is_changed_both_ways() {
    let mut site = filled(vec![plain("at_1")]).await;
    let id = "tasks/modify_index/at_1".to_owned();
    let mut hidden = plain("at_1");
    hidden.insert("hidden", true);
    for (declared, is_hidden) in [(hidden, true), (plain("at_1"), false)] {
        site.declares(vec![declared]);
        assert_eq!(
            site.changes("apply --yes --allow older-schema"),
            [(id.clone(), "applied".into())]
        );
        let index = site.index("at_1").await.expect("the index");
        assert_eq!(index.get_bool("hidden").unwrap_or(false), is_hidden);
    }
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn several_settings_go_in_one_command() {
    let mut site = filled(vec![expiring(3600)]).await;
    let mut declared = expiring(7200);
    declared.insert("hidden", true);
    site.declares(vec![declared]);
    let report = site.json("apply --yes");
    assert_eq!(report["changes"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["in_sync"], true);
    let index = site.index("at_1").await.expect("the index");
    assert!(index.get_bool("hidden").unwrap_or(false));
    assert_eq!(seconds(&site, "at_1").await, Some(7200));
}

async fn options(site: &Site) -> Document {
    let command = doc! { "listCollections": 1, "filter": { "name": "tasks" } };
    let cursor = site.database().run_cursor_command(command).await;
    let listed: Vec<Document> = cursor
        .expect("a cursor")
        .try_collect()
        .await
        .expect("entries");
    let options = listed[0].get_document("options");
    options.expect("options").clone()
}

#[tokio::test]
async fn options_that_the_server_can_change_are_changed() {
    let images = |on: bool| doc! { "changeStreamPreAndPostImages": { "enabled": on } };
    let capped = |size: i32, max: i32| doc! { "capped": true, "size": size, "max": max };
    let series = |granularity: &str| doc! { "timeseries": { "timeField": "at", "granularity": granularity } };
    let mut expiring_series = series("hours");
    expiring_series.insert("expireAfterSeconds", 86_400);
    for (before, after) in [
        (images(false), images(true)),
        (images(true), doc! {}),
        (capped(4096, 9), capped(8192, 20)),
        (capped(8192, 9), capped(4096, 5)),
        (capped(4096, 9), doc! { "capped": true, "size": 4096 }),
        (series("seconds"), expiring_series),
    ] {
        let mut site = Site::declaring(before.clone(), vec![]).await;
        assert_eq!(site.run("apply --yes").code, Some(0), "{before}");
        let declared = doc! { "collections": [{ "name": "tasks", "options": after.clone() }] };
        site.uses(&crate::support::schema(&declared));
        let applied = site.changes("apply --yes --allow destructive");
        let id = "tasks/modify_collection/tasks".to_owned();
        assert_eq!(applied, [(id, "applied".into())], "{before} to {after}");
        assert_eq!(
            site.run("plan --exit-code").code,
            Some(0),
            "{after}: {}",
            options(&site).await
        );
    }
}

#[tokio::test]
async fn what_the_server_cannot_change_is_blocked_and_left() {
    let mut site = Site::declaring(doc! {}, vec![]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let capped = doc! { "capped": true, "size": 4096 };
    let declared = doc! { "collections": [{ "name": "tasks", "options": capped }] };
    site.uses(&crate::support::schema(&declared));
    let finished = site.run("apply --yes --allow destructive");
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(
        finished.out.contains("rename it by hand"),
        "{}",
        finished.out
    );
    assert!(options(&site).await.is_empty());
}

#[tokio::test]
async fn a_validator_of_an_empty_collection_and_one_that_loosens_are_set() {
    let validation = |level: &str, action: &str| {
        doc! {
            "validator": { "$jsonSchema": { "required": ["n"] } }, "validationLevel": level, "validationAction": action,
        }
    };
    let mut site = Site::declaring(doc! {}, vec![]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let steps = [
        (validation("strict", "error"), "on an empty collection"),
        (validation("moderate", "error"), "a looser level"),
        (validation("moderate", "warn"), "a looser action"),
        (doc! {}, "none"),
    ];
    for (options, what) in steps {
        let declared = doc! { "collections": [{ "name": "tasks", "options": options }] };
        site.uses(&crate::support::schema(&declared));
        let id = "tasks/set_validator/tasks".to_owned();
        assert_eq!(
            site.changes("apply --yes --allow older-schema"),
            [(id, "applied".into())],
            "{what}"
        );
        assert_eq!(site.run("plan --exit-code").code, Some(0), "{what}");
        site.collection("tasks")
            .insert_one(doc! { "n": 1 })
            .await
            .expect("a document");
    }
}
