//! Tasks that cannot be upgraded.

use bson::{Bson, doc, oid::ObjectId};
use mongodb::bson::Document;
use schema_xtask::dev_server::testing::TestDatabase;

use crate::site::Site;

/// Some without a status, as no validator admits them; some with too many labels for version 2.
async fn poison(site: &Site, ids: &[ObjectId]) {
    let database = site.database().await;
    let update = |id: &ObjectId, change: Document| {
        let statement = doc! { "q": { "_id": id }, "u": change };
        doc! { "update": "tasks", "updates": [statement], "bypassDocumentValidation": true }
    };
    for (number, id) in ids.iter().enumerate() {
        let many: Vec<String> = (0..30).map(|it| format!("label {it}")).collect();
        let change = if number % 2 == 0 {
            doc! { "$set": { "status": 7 } }
        } else {
            doc! { "$set": { "labels": many.join(",") } }
        };
        let done = database.run_command(update(id, change)).await;
        done.expect("an update");
    }
}

#[tokio::test]
async fn poisoned_tasks_are_reported_and_skipped_and_the_rest_is_done() {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    let ids = site.fill(3000).await;
    let poisoned: Vec<ObjectId> = ids.iter().step_by(300).copied().collect();
    poison(&site, &poisoned).await;

    let (code, status) = site.json("migrate run --batch-size 100");
    assert_eq!(code, Some(2), "{status:#}");
    let migration = &status["migrations"][0];
    assert_eq!(migration["state"], "incomplete");
    assert_eq!(
        (&migration["failed"], &migration["remaining"]),
        (&10.into(), &10.into())
    );
    let errors = migration["errors"].as_array().expect("errors");
    assert_eq!(errors.len(), 10);
    let reasons = errors.iter().filter_map(|it| it["error"].as_str());
    let (malformed, refused): (Vec<&str>, Vec<&str>) =
        reasons.partition(|it| it.contains("no `TaskV1`"));
    assert_eq!((malformed.len(), refused.len()), (5, 5), "{errors:#?}");
    assert!(
        refused
            .iter()
            .all(|it| it.contains("the server refused it")),
        "{refused:?}"
    );
    let new = site
        .tasks()
        .await
        .count_documents(doc! { "schemaVersion": 2 })
        .await;
    assert_eq!(new.expect("a count"), 2990);
    let (_, plan) = site.json("plan");
    let change = &plan["changes"][0];
    assert_eq!(change["status"], "held", "apply does not tighten: {plan:#}");

    // Mended, the next run takes them up again.
    let mend = vec![doc! { "$set": { "status": "todo", "labels": "mended" } }];
    let mended =
        doc! { "_id": { "$in": poisoned.iter().copied().map(Bson::from).collect::<Vec<_>>() } };
    let tasks = site.tasks().await;
    tasks
        .update_many(mended, mend)
        .bypass_document_validation(true)
        .await
        .expect("an update");
    let (code, status) = site.json("migrate run");
    assert_eq!(
        (code, &status["migrations"][0]["state"]),
        (Some(0), &"done".into()),
        "{status:#}"
    );
    site.assert_finished();
}

#[tokio::test]
async fn the_error_limit_stops_it() {
    let database = TestDatabase::create().await.expect("a server");
    let site = Site::of_version_1(database.uri(), database.name()).await;
    let ids = site.fill(3000).await;
    poison(&site, &ids[..20]).await;
    let (code, status) = site.json("migrate run --batch-size 10 --max-errors 5 --workers 1");
    assert_eq!(code, Some(1), "{status:#}");
    let migration = &status["migrations"][0];
    assert_eq!(migration["state"], "stopped");
    let failed = migration["failed"].as_i64().expect("a count");
    assert!((6..=15).contains(&failed), "{failed}");
    assert!(
        migration["remaining"].as_i64().expect("a count") > 2900,
        "{status:#}"
    );
    let (code, status) = site.json("migrate resume --max-errors 20");
    assert_eq!(
        (code, &status["migrations"][0]["failed"]),
        (Some(2), &20.into()),
        "{status:#}"
    );
}
