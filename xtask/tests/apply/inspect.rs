//! Reading the live state.

use bson::doc;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::inspect;
use schema_xtask::live::LiveKind;

use crate::support::Site;

fn declared(names: &[&str]) -> DeclaredDatabase {
    let collection = |name: &&str| DeclaredCollection {
        name: (*name).into(),
        type_name: "T".into(),
        schema_version: None,
        options: doc! {},
        indexes: vec![],
        ..DeclaredCollection::default()
    };
    DeclaredDatabase {
        name: "d".into(),
        collections: names.iter().map(collection).collect(),
        ..DeclaredDatabase::default()
    }
}

#[tokio::test]
async fn reads_kinds_options_indexes_and_emptiness() {
    let site = Site::new().await;
    let database = site.database();
    let index = doc! { "key": { "at": 1_i64 }, "name": "ttl", "expireAfterSeconds": 60.0 };
    database
        .run_command(doc! { "createIndexes": "full", "indexes": [index] })
        .await
        .expect("an index");
    site.collection("full")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");
    let validator = doc! { "a": { "$gt": 0.5 } };
    database
        .run_command(doc! { "create": "empty", "validator": &validator })
        .await
        .expect("empty");
    database
        .run_command(doc! { "create": "seen", "viewOn": "full", "pipeline": [] })
        .await
        .expect("a view");
    let time = doc! { "timeField": "at" };
    database
        .run_command(doc! { "create": "series", "timeseries": time })
        .await
        .expect("a series");
    site.collection("foreign")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");
    site.collection("_schema.objects")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");

    let declared = declared(&["full", "empty", "seen", "series", "absent"]);
    let live = inspect::database(&site.server().await, &declared, &[])
        .await
        .expect("the live state");

    let kinds: Vec<(&str, LiveKind)> = live
        .collections
        .iter()
        .map(|it| (it.name.as_str(), it.kind.clone()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("empty", LiveKind::Collection),
            ("foreign", LiveKind::Collection),
            ("full", LiveKind::Collection),
            ("seen", LiveKind::View),
            ("series", LiveKind::TimeSeries),
        ]
    );
    let [empty, foreign, full, seen, series] = live.collections.as_slice() else {
        panic!("five")
    };
    assert_eq!(
        empty
            .options
            .get_document("validator")
            .expect("a validator"),
        &validator
    );
    assert!(!empty.has_documents && full.has_documents && !seen.has_documents);
    assert!(series.options.contains_key("timeseries"));
    let names: Vec<&str> = full
        .indexes
        .iter()
        .filter_map(|it| it.get_str("name").ok())
        .collect();
    assert!(
        names.contains(&"ttl") && names.contains(&"_id_"),
        "{names:?}"
    );
    assert!(
        full.indexes
            .iter()
            .any(|it| it.contains_key("expireAfterSeconds"))
    );
    assert!(
        foreign.indexes.is_empty(),
        "no read for what is neither declared nor owned"
    );
}

/// CASES 28: nothing of this kind is declared, and nothing of it is in the way.
#[tokio::test]
async fn foreign_things_of_every_kind_are_tolerated() {
    let site = Site::new().await;
    let run = async |command| {
        site.database()
            .run_command(command)
            .await
            .expect("it is made")
    };
    let clustered = doc! { "key": { "_id": 1 }, "unique": true };
    run(doc! { "create": "clustered", "clusteredIndex": clustered }).await;
    run(doc! { "create": "capped", "capped": true, "size": 4096 }).await;
    run(doc! { "create": "series", "timeseries": { "timeField": "at" } }).await;
    run(doc! { "create": "seen", "viewOn": "capped", "pipeline": [] }).await;
    let validator = doc! { "a": { "$gt": 1 } };
    run(doc! { "create": "with_validator", "validator": validator }).await;

    // What the server keeps for itself beside a view and a time series, and what a user may keep there.
    site.collection("system.js")
        .insert_one(doc! { "_id": "f", "value": "x" })
        .await
        .expect("a document");
    let kept = site.database().list_collection_names().await;
    let mut kept = kept.expect("names");
    kept.retain(|name| name.starts_with("system."));
    assert!(!kept.is_empty(), "{kept:?}");

    let server = site.server().await;
    let nothing = declared(&[]);
    let live = inspect::database(&server, &nothing, &[])
        .await
        .expect("the live state");
    let names: Vec<&str> = live.collections.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        names,
        ["capped", "clustered", "seen", "series", "with_validator"]
    );
    let is_small =
        |it: &schema_xtask::live::LiveCollection| it.options.is_empty() && it.indexes.is_empty();
    assert!(
        live.collections.iter().all(is_small),
        "what nobody needs is not kept"
    );
    let named = ["with_validator".to_owned()];
    let live = inspect::database(&server, &nothing, &named)
        .await
        .expect("the live state");
    assert!(live.collections.last().is_some_and(|it| !is_small(it)));

    let applied = site.json("apply --yes");
    let unmanaged = applied["unmanaged"].to_string();
    assert!(!unmanaged.contains("system."), "{unmanaged}");
    assert_eq!(applied["in_sync"], true, "{applied}");
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn the_server_is_asked_what_it_is() {
    let site = Site::new().await;
    let server = site.server().await;
    let live = inspect::database(&server, &declared(&[]), &[])
        .await
        .expect("the live state");
    let admin = site.database().client().database("admin");
    let build = admin.run_command(doc! { "buildInfo": 1 }).await;
    let build = build.expect("an answer");
    let version = build.get_str("version").expect("a version");
    let (major, minor, _) = live.facts.version;
    assert!(
        version.starts_with(&format!("{major}.{minor}.")),
        "{version}"
    );
    let own = bson::DateTime::now().timestamp_millis();
    assert!(
        (live.now.timestamp_millis() - own).abs() < 600_000,
        "the server's clock"
    );
}

#[tokio::test]
async fn one_that_is_absent_is_none() {
    let site = Site::new().await;
    let server = site.server().await;
    assert_eq!(
        inspect::collection(&server, "absent")
            .await
            .expect("an answer"),
        None
    );
}
