//! What documents stand against a change is told, with numbers and an example, before anything
//! changes.

use bson::{DateTime, Document, doc};
use schema_xtask::dev_server::testing::ThrowAway;
use serde_json::Value;

use crate::support::{Site, change, declare, finished, fixture, says};

async fn insert(site: &Site, documents: Vec<Document>) {
    let inserted = site.collection("tasks").insert_many(documents).await;
    inserted.expect("documents");
}

fn validator(most: i32) -> Document {
    let schema = doc! { "properties": { "title": { "bsonType": "string", "maxLength": most } } };
    doc! { "validator": { "$jsonSchema": schema }, "validationLevel": "strict", "validationAction": "error" }
}

async fn live_validation(site: &Site) -> Document {
    use futures::TryStreamExt;
    let listed = site.database().list_collections().await.expect("a listing");
    let all: Vec<_> = listed.try_collect().await.expect("collections");
    let tasks = all
        .into_iter()
        .find(|it| it.name == "tasks")
        .expect("tasks");
    tasks.options.validator.unwrap_or_default()
}

/// CASES 20
#[tokio::test]
async fn a_unique_index_over_duplicates_is_announced_and_held() {
    let index =
        doc! { "key": { "tenant": 1, "tags": 1 }, "name": "tenant_1_tags_1", "unique": true };
    let site = Site::with(&declare("tasks", doc! {}, vec![index])).await;
    let documents = vec![
        // Twice in one document is no conflict, missing and null are one key, empty is another.
        doc! { "_id": 1, "tenant": 1, "tags": ["a", "a", "b"] },
        doc! { "_id": 2, "tenant": 1_i64, "tags": "b" },
        doc! { "_id": 3, "tenant": 2, "tags": ["a"] },
        doc! { "_id": 4, "tenant": 3 },
        doc! { "_id": 5, "tenant": 3, "tags": null },
        doc! { "_id": 6, "tenant": 3, "tags": [] },
    ];
    insert(&site, documents).await;

    let id = "tasks/create_index/tenant_1_tags_1";
    let plain = site.json("plan");
    assert_eq!(plain["data_checked"], false);
    assert_eq!(change(&plain, id)["status"], "planned");
    let planned = site.json("plan --inspect-data");
    assert_eq!(planned["data_checked"], true);
    for report in [planned, site.json("apply --yes")] {
        let found = change(&report, id);
        assert_eq!(found["status"], "held", "{report}");
        assert!(
            says(found, &["2 keys are shared by 4 documents"]),
            "{found}"
        );
        assert!(says(found, &["6 documents,"]), "{found}");
    }
    assert_eq!(site.index_names("tasks").await, ["_id_"]);
    let finished = site.run("apply --yes");
    assert_eq!(finished.code, Some(2));
    assert!(finished.out.contains("keys are shared"), "{finished:?}");

    site.collection("tasks")
        .delete_many(doc! { "_id": { "$in": [2, 5] } })
        .await
        .expect("gone");
    let planned = site.json("plan --inspect-data");
    assert!(
        says(change(&planned, id), &["no documents share a key"]),
        "{planned}"
    );
    assert_eq!(site.run("apply --yes").code, Some(0));
}

/// What an index holds is what has to be unique: the scan agrees with the build.
#[tokio::test]
async fn the_scan_for_duplicates_agrees_with_the_server() {
    let documents = vec![
        doc! { "_id": 1, "e": "A", "on": true, "l": [{ "x": 1, "y": 1 }, { "x": 2, "y": 2 }] },
        doc! { "_id": 2, "e": "a", "on": false, "l": [{ "x": 1, "y": 2 }] },
        doc! { "_id": 3, "on": true, "l": [{ "x": 2, "y": 1 }, { "y": 1 }] },
        doc! { "_id": 4, "l": [] },
        doc! { "_id": 5, "e": "b", "l": [{ "x": 1, "y": 1 }] },
    ];
    let rows = [
        (doc! { "e": 1 }, doc! {}, 1),
        (doc! { "e": 1 }, doc! { "sparse": true }, 0),
        (
            doc! { "e": 1 },
            doc! { "sparse": true, "collation": { "locale": "en", "strength": 2 } },
            1,
        ),
        (
            doc! { "e": 1 },
            doc! { "partialFilterExpression": { "on": true } },
            0,
        ),
        (
            doc! { "l.x": 1, "l.y": 1 },
            doc! { "partialFilterExpression": { "_id": { "$lt": 4 } } },
            0,
        ),
        (doc! { "l.x": 1, "l.y": 1 }, doc! {}, 1),
        (
            doc! { "l.x": 1 },
            doc! { "partialFilterExpression": { "_id": { "$lt": 4 } } },
            2,
        ),
        (
            doc! { "l": 1 },
            doc! { "partialFilterExpression": { "_id": { "$lt": 5 } } },
            0,
        ),
    ];
    let site = Site::new().await;
    insert(&site, documents).await;
    let mut site = site;
    for (key, options, keys) in rows {
        let mut index = doc! { "key": key, "name": "it", "unique": true };
        index.extend(options);
        site.uses(&declare("tasks", doc! {}, vec![index.clone()]));
        let planned = site.json("plan --inspect-data");
        let found = change(&planned, "tasks/create_index/it");
        assert_eq!(found["status"] == "held", keys > 0, "{index}: {found}");
        let shared = format!("{keys} key");
        assert!(
            keys == 0 || says(found, &[&shared, "shared by"]),
            "{index}: {found}"
        );
        // The development server makes a key of each `x` with each `y`; MongoDB of those in one item.
        if index.get_document("key").is_ok_and(|key| key.len() > 1) {
            continue;
        }
        let built = site
            .database()
            .run_command(doc! { "createIndexes": "tasks", "indexes": [&index] })
            .await;
        assert_eq!(built.is_err(), keys > 0, "{index}: {built:?}");
        let _ = site.collection("tasks").drop_index("it").await;
    }
}

/// A validator that is enforced stays so until nothing stands against the next.
#[tokio::test]
async fn a_tighter_validator_over_bad_documents_is_announced_and_held() {
    let mut site = Site::with(&declare("tasks", validator(10), vec![])).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    insert(
        &site,
        vec![
            doc! { "_id": 7, "title": "too long" },
            doc! { "_id": 8, "title": "ok" },
        ],
    )
    .await;
    let before = live_validation(&site).await;
    site.uses(&declare("tasks", validator(5), vec![]));

    let id = "tasks/set_validator/tasks";
    for report in [site.json("plan --inspect-data"), site.json("apply --yes")] {
        let found = change(&report, id);
        assert_eq!(
            (&found["status"], &found["class"]),
            (&"held".into(), &"caution".into())
        );
        assert!(
            says(found, &["tightens: `title`: maxLength 5, was 10"]),
            "{found}"
        );
        assert!(
            says(
                found,
                &[
                    "1 document violates it",
                    "`_id` 7: `title` has ",
                    "`check --only tasks` tells",
                    "$nor",
                    "maxLength"
                ]
            ),
            "{found}"
        );
    }
    assert_eq!(live_validation(&site).await, before, "nothing changed");

    site.collection("tasks")
        .delete_one(doc! { "_id": 7 })
        .await
        .expect("gone");
    let applied = site.json("apply --yes");
    assert_eq!(
        (&applied["in_sync"], &change(&applied, id)["status"]),
        (&true.into(), &"applied".into())
    );
    site.uses(&declare("tasks", validator(50), vec![]));
    let applied = site.json("apply --yes");
    assert_eq!(
        (&applied["in_sync"], &change(&applied, id)["class"]),
        (&true.into(), &"safe".into())
    );
    // CASES 29
    assert_eq!(site.json("apply --yes")["changes"], Value::Array(vec![]));
}

#[tokio::test]
async fn what_a_lower_expiry_deletes_is_announced() {
    let index =
        |seconds: i32| doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": seconds };
    let mut site = Site::with(&declare("tasks", doc! {}, vec![index(86_400)])).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let ago =
        |hours: i64| DateTime::from_millis(DateTime::now().timestamp_millis() - hours * 3_600_000);
    insert(
        &site,
        vec![
            doc! { "_id": 1, "at": ago(5) },
            doc! { "_id": 2, "at": [ago(0), ago(6)] },
            doc! { "_id": 3, "at": "2001-01-01" },
            doc! { "_id": 4, "at": ago(0) },
        ],
    )
    .await;
    site.uses(&declare("tasks", doc! {}, vec![index(3600)]));
    let id = "tasks/modify_index/at_1";
    for report in [site.json("plan --inspect-data"), site.json("apply --yes")] {
        let found = change(&report, id);
        assert_eq!(found["class"], "destructive");
        assert!(
            says(found, &["2 documents have expired by it", "`_id` 1"]),
            "{found}"
        );
    }
    assert_eq!(
        site.run("apply --yes").code,
        Some(2),
        "destructive needs a word of its own"
    );
    assert_eq!(site.run("apply --yes --allow destructive").code, Some(0));
}

/// A look without an answer is told, and never taken for nothing.
#[tokio::test]
async fn what_cannot_be_counted_is_not_zero() {
    // A server of its own: its failures are everybody's.
    let server = ThrowAway::start().await.expect("a server");
    let client = mongodb::Client::with_uri_str(server.uri())
        .await
        .expect("a client");
    let database = client.database("looks");
    let tasks = database.collection::<Document>("tasks");
    tasks
        .insert_one(doc! { "title": "ok" })
        .await
        .expect("a document");
    // Enforced by hand, so that the next one has to be counted for.
    let strict = doc! { "collMod": "tasks", "validator": { "title": { "$type": "string" } } };
    database.run_command(strict).await.expect("a validator");
    let run = |arguments: &str| {
        let mut command = fixture(arguments);
        command
            .env("FIXTURE", declare("tasks", validator(5), vec![]))
            .env("MONGODB_URI", server.uri())
            .env("MONGODB_DB", "looks");
        finished(&mut command)
    };
    let fail = |mode: bson::Bson| {
        let data = doc! { "failCommands": ["aggregate"], "errorCode": 50 };
        doc! { "configureFailPoint": "failCommand", "mode": mode, "data": data }
    };
    let admin = client.database("admin");
    admin
        .run_command(fail("alwaysOn".into()))
        .await
        .expect("a fail point");
    for line in [
        "plan --inspect-data --format json",
        "apply --yes --format json",
    ] {
        let ended = run(line);
        let report: Value =
            serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
        let found = change(&report, "tasks/set_validator/tasks");
        assert_eq!(found["status"], "held", "{report}");
        assert!(
            says(found, &["could not be counted", "--max-time"]),
            "{found}"
        );
    }
    admin.run_command(fail("off".into())).await.expect("an end");
    assert_eq!(run("apply --yes").code, Some(0));
}
