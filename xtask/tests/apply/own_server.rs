//! What only MongoDB's own server shows: for whoever names one by `MONGO_SCHEMA_TEST_URI`.

use bson::doc;
use schema_xtask::dev_server::testing::TEST_URI_VARIABLE;
use serde_json::{Value, json};

use crate::mongosh::run_script;
use crate::node;
use crate::support::Site;

/// A site on a server that has text indexes; none where there is no such server.
async fn site(schema: &'static str) -> Option<Site> {
    if std::env::var_os(TEST_URI_VARIABLE).is_none_or(|uri| uri.is_empty()) {
        eprintln!("not run: `{TEST_URI_VARIABLE}` names no server");
        return None;
    }
    let site = Site::with(schema).await;
    let text = doc! { "createIndexes": "probe", "indexes": [{ "key": { "a": "text" }, "name": "a_text" }] };
    let has_text = site.database().run_command(text).await.is_ok();
    let dropped = site.collection("probe").drop().await;
    dropped.expect("the probe is dropped");
    if !has_text {
        eprintln!("not run: the server of `{TEST_URI_VARIABLE}` has no text indexes");
    }
    has_text.then_some(site)
}

async fn is_sharded(site: &Site) -> bool {
    let hello = site
        .database()
        .run_command(doc! { "hello": 1 })
        .await
        .expect("hello");
    hello.get_str("msg").is_ok_and(|it| it == "isdbgrid")
}

fn assert_in_sync(planned: &Value) {
    assert_eq!(planned["changes"], json!([]), "{planned:#}");
}

/// CASES 3: a text index is listed in another form than it was declared in.
#[tokio::test]
async fn a_second_plan_is_empty_with_text_and_hashed_indexes() {
    let Some(site) = site("own-server").await else {
        return;
    };
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    assert_in_sync(&site.json("plan"));
}

#[tokio::test]
async fn the_script_makes_text_and_hashed_indexes_too() {
    let (Some(site), Some(mongosh)) = (site("own-server").await, node::mongosh()) else {
        return;
    };
    for _ in 0..2 {
        let ran = run_script(mongosh, &site, "mongosh");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_in_sync(&site.json("plan"));
    }
}

#[tokio::test]
async fn a_filled_collection_is_sharded_after_its_index_is_built() {
    let Some(site) = site("own-server-sharded").await else {
        return;
    };
    if !is_sharded(&site).await {
        eprintln!("not run: the server of `{TEST_URI_VARIABLE}` is no sharded cluster");
        return;
    }
    let events = site.collection("events");
    let documents = (0..100).map(|number| doc! { "tenantId": number });
    events.insert_many(documents).await.expect("documents");
    assert_eq!(site.json("apply --yes")["in_sync"], true);
    assert_in_sync(&site.json("plan"));
    let namespace = format!("{}.events", site.database().name());
    let sharded = site
        .client_collection("config", "collections")
        .find_one(doc! { "_id": namespace })
        .await;
    let sharded = sharded
        .expect("an answer")
        .expect("the collection is sharded");
    assert_eq!(
        sharded.get_document("key").expect("a key"),
        &doc! { "tenantId": 1, "_id": 1 }
    );
}
