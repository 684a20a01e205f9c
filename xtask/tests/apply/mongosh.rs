//! The scripts of `emit`, run by mongosh.

use std::path::Path;

use bson::{Document, doc};
use mongodb::IndexModel;
use mongodb::options::IndexOptions;
use serde_json::{Value, json};

use crate::node;
use crate::support::{Finished, Site, finished};

/// Emits for `target` and runs what comes out.
pub(crate) fn run_script(mongosh: &Path, site: &Site, target: &str) -> Finished {
    let emitted = site.run(&format!("emit --target {target}"));
    assert_eq!(emitted.code, Some(0), "{emitted:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("it.js");
    std::fs::write(&file, emitted.out).expect("a file");
    let mut command = std::process::Command::new(mongosh);
    command
        .arg("--quiet")
        .arg(site.uri())
        .arg("--file")
        .arg(file);
    finished(&mut command)
}

fn in_sync(site: &Site) -> Value {
    let planned = site.json("plan");
    assert_eq!(planned["changes"], json!([]), "{planned:#}");
    planned
}

/// CASES 7, 29: what is as declared is left alone.
#[tokio::test]
async fn on_an_empty_database_it_does_what_apply_does() {
    let Some(mongosh) = node::mongosh() else {
        return;
    };
    let (site, applied) = (
        Site::with("everything").await,
        Site::with("everything").await,
    );
    let ran = run_script(mongosh, &site, "mongosh");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    in_sync(&site);
    assert_eq!(applied.run("apply --yes").code, Some(0));
    assert_eq!(listing(&site).await, listing(&applied).await);
    let again = run_script(mongosh, &site, "mongosh");
    assert_eq!(again.code, Some(0), "{again:?}");
    assert_eq!(
        again.out.lines().count(),
        1,
        "nothing is left to do: {again:?}"
    );
    assert_eq!(
        site.json("apply --yes")["in_sync"],
        true,
        "apply adopts what it made"
    );
}

/// What the server lists, byte by byte but for what is unique to each database.
async fn listing(site: &Site) -> Vec<Document> {
    let server = site.server().await;
    let listed = server
        .listing(doc! { "listCollections": 1 })
        .await
        .expect("collections");
    let mut all = Vec::new();
    for mut collection in listed {
        let name = collection.get_str("name").expect("a name").to_owned();
        if name.starts_with("_schema.") || name.starts_with("system.") {
            continue;
        }
        collection.remove("info");
        let indexes = server
            .listing(doc! { "listIndexes": &name })
            .await
            .expect("indexes");
        collection.insert("indexes", indexes);
        all.push(collection);
    }
    all.sort_by_key(|it| it.get_str("name").expect("a name").to_owned());
    all
}

/// CASES 13, 17: nothing made by hand goes, and an expiry is changed where it is.
#[tokio::test]
async fn what_differs_is_changed_in_place_and_nothing_is_dropped() {
    let Some(mongosh) = node::mongosh() else {
        return;
    };
    let site = Site::with("everything").await;
    let index = |key: Document, options: IndexOptions| {
        IndexModel::builder().keys(key).options(options).build()
    };
    let named = |name: &str| IndexOptions::builder().name(name.to_owned());
    let partial = doc! { "email": { "$exists": true } };
    let tasks = site.collection("tasks");
    tasks
        .insert_one(doc! { "title": "t", "email": "a" })
        .await
        .expect("a document");
    let made = tasks.create_indexes([
        index(
            doc! { "at": 1 },
            named("expiry")
                .expire_after(std::time::Duration::from_mins(1))
                .build(),
        ),
        index(doc! { "title": 1 }, named("title_1").build()),
        index(
            doc! { "email": 1 },
            named("email_1").partial_filter_expression(partial).build(),
        ),
        index(doc! { "x": 1 }, named("n_1").build()),
    ]);
    made.await.expect("indexes");
    let ran = run_script(mongosh, &site, "mongosh");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let planned = in_sync(&site);
    assert_eq!(
        planned["unmanaged"],
        json!([{ "collection": "tasks", "index": "n_1" }])
    );
    let refused = tasks.insert_one(doc! { "title": 7 }).await;
    assert!(refused.is_err(), "the validator is in force");
    let refused = tasks.insert_one(doc! { "title": "t", "email": "a" }).await;
    assert!(refused.is_err(), "the index is unique");
    let names = site.index_names("tasks").await;
    assert!(
        names.contains(&"expiry".to_owned()) && !names.contains(&"at_1".to_owned()),
        "{names:?}"
    );
}

#[tokio::test]
async fn what_cannot_be_done_ends_it_with_1_and_a_reason() {
    let Some(mongosh) = node::mongosh() else {
        return;
    };
    let site = Site::new().await;
    site.collection("tasks")
        .insert_one(doc! { "_id": 5, "title": 7 })
        .await
        .expect("a document");
    let ran = run_script(mongosh, &site, "mongosh");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let said = format!("{}{}", ran.out, ran.err);
    assert!(
        said.contains("tasks has documents that its validator refuses") && said.contains("_id 5"),
        "{said}"
    );
    let site = Site::with("everything").await;
    site.database()
        .create_collection("log")
        .await
        .expect("a collection");
    let ran = run_script(mongosh, &site, "mongosh");
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[tokio::test]
async fn the_roles_are_created_and_brought_up_to_date() {
    let Some(mongosh) = node::mongosh() else {
        return;
    };
    let site = Site::new().await;
    for sign in ["+", "~"] {
        let ran = run_script(mongosh, &site, "roles");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.out.matches(sign).count(), 3, "{ran:?}");
    }
    let drop = doc! { "dropAllRolesFromDatabase": 1 };
    site.database().run_command(drop).await.expect("an answer");
}
