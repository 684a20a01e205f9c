//! `explain`, as a command: its exit codes and its documents.

use bson::{Document, doc};

use crate::support::{Site, schema};

/// One collection with a query, and the index that is said to serve it.
fn declared(served_by: &str, sort: Document) -> String {
    let index =
        |field: &str| doc! { "key": { "t": 1, field: 1 }, "name": format!("t_1_{field}_1") };
    let query = doc! { "name": "board", "equal": ["t"], "sort": sort, "served_by": [served_by] };
    schema(&doc! { "collections": [{
        "name": "tasks", "indexes": [index("s"), index("u")], "queries": [query],
    }] })
}

async fn filled(schema: &str) -> Site {
    let site = Site::with(schema).await;
    let applied = site.run("apply --yes");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    let documents = (0..300).map(|at| doc! { "t": at % 3, "s": at, "u": -at });
    site.fill(documents.collect()).await;
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_by_its_index_is_as_declared() {
    let site = filled(&declared("t_1_s_1", doc! { "s": 1 })).await;
    let report = site.json("explain");
    let query = &report["queries"][0];
    assert_eq!(query["verdict"], "as_declared", "{report}");
    assert_eq!(query["used"][0], "t_1_s_1");
    assert_eq!(query["counts"]["returned"], 100);
    assert_eq!(report["mismatches"], 0);
    let finished = site.run("explain");
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(
        finished.out.contains("1 of 1 queries as declared"),
        "{finished:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn another_index_and_a_sort_in_memory_exit_with_2() {
    let mut site = filled(&declared("t_1_u_1", doc! { "s": 1 })).await;
    let report = site.json("explain");
    assert_eq!(report["queries"][0]["verdict"], "other_index", "{report}");
    assert_eq!(site.run("explain").code, Some(2));
    site.uses(&declared("t_1_s_1", doc! { "x": 1 }));
    let report = site.json("explain");
    let verdict = report["queries"][0]["verdict"].as_str();
    assert!(
        matches!(verdict, Some("sort_in_memory" | "other_index")),
        "{report}"
    );
    assert_eq!(site.run("explain -q").code, Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_index_every_document_is_looked_at() {
    let site = filled(&declared("t_1_s_1", doc! { "s": 1 })).await;
    let drop = doc! { "dropIndexes": "tasks", "index": ["t_1_s_1", "t_1_u_1"] };
    site.command_on_server(drop).await;
    let finished = site.run("explain");
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.out.contains("collection scan"), "{finished:?}");
    assert!(finished.out.contains("not on the server"), "{finished:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ratio_below_1_is_wrong_usage() {
    let site = Site::new().await;
    for wrong in ["0.5", "x", "NaN", "inf"] {
        let finished = site.run(&format!("explain --ratio {wrong}"));
        assert_eq!(finished.code, Some(64), "{wrong}: {finished:?}");
    }
}
