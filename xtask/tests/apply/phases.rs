//! The two halves of a deployment.

use bson::{Document, doc};

use crate::support::{Site, change, declare, says};

fn options(most: i32) -> Document {
    let schema = doc! { "properties": { "n": { "maximum": most } } };
    doc! { "validator": { "$jsonSchema": schema }, "validationLevel": "strict", "validationAction": "error" }
}

fn index(path: &str, more: Document) -> Document {
    let mut index = doc! { "key": { path: 1 }, "name": format!("{path}_1") };
    index.extend(more);
    index
}

#[tokio::test]
async fn expand_does_what_both_binaries_live_with_and_contract_the_rest() {
    let mut site = Site::with(&declare("tasks", options(5), vec![index("old", doc! {})])).await;
    assert_eq!(
        site.run("apply --yes --phase expand").code,
        Some(0),
        "all is new"
    );
    site.collection("tasks")
        .insert_one(doc! { "n": 1 })
        .await
        .expect("a document");
    let new = vec![index("a", doc! {}), index("b", doc! { "unique": true })];
    site.uses(&declare("tasks", options(3), new));

    let expanded = site.json("apply --yes --allow destructive --hide-for 0s --phase expand");
    let status = |report: &serde_json::Value, id: &str| change(report, id)["status"].clone();
    assert_eq!(status(&expanded, "tasks/create_index/a_1"), "applied");
    for id in [
        "tasks/create_index/b_1",
        "tasks/set_validator/tasks",
        "tasks/drop_index/old_1",
    ] {
        assert_eq!(status(&expanded, id), "held", "{id}");
        assert!(
            says(change(&expanded, id), &["--phase contract"]),
            "{expanded}"
        );
    }
    assert_eq!(site.index_names("tasks").await, ["_id_", "a_1", "old_1"]);

    let contracted = site.json("apply --yes --allow destructive --hide-for 0s --phase contract");
    assert_eq!(contracted["in_sync"], true, "{contracted}");
    assert_eq!(site.index_names("tasks").await, ["_id_", "a_1", "b_1"]);

    // Wider again: that is for before a deploy.
    site.uses(&declare(
        "tasks",
        options(9),
        vec![index("a", doc! {}), index("b", doc! { "unique": true })],
    ));
    let waits = site.json("plan --phase contract");
    assert_eq!(status(&waits, "tasks/set_validator/tasks"), "held");
    assert!(
        says(
            change(&waits, "tasks/set_validator/tasks"),
            &["--phase expand"]
        ),
        "{waits}"
    );
    assert_eq!(site.run("apply --yes --phase expand").code, Some(0));
}

#[tokio::test]
async fn a_staged_validator_warns_before_the_deploy() {
    let site = Site::with(&declare("tasks", options(5), vec![])).await;
    site.collection("tasks")
        .insert_one(doc! { "n": 1 })
        .await
        .expect("a document");
    let expanded = site.json("apply --yes --observe 0s --phase expand");
    let found = change(&expanded, "tasks/set_validator/tasks");
    assert_eq!(found["status"], "held");
    assert!(says(found, &["--phase contract"]), "{found}");
    let written = site
        .collection("tasks")
        .insert_one(doc! { "_id": 2, "n": 9 })
        .await;
    assert!(written.is_ok(), "only logged");
    site.collection("tasks")
        .delete_one(doc! { "_id": 2 })
        .await
        .expect("gone");
    let contracted = site.json("apply --yes --observe 0s --phase contract");
    assert_eq!(contracted["in_sync"], true, "{contracted}");
    let written = site.collection("tasks").insert_one(doc! { "n": 9 }).await;
    assert!(written.is_err(), "refused");
}
