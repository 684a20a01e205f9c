//! Settings that differ by environment.

use bson::doc;
use serde_json::{Value, json};

use crate::support::{Site, finished, fixture};

#[tokio::test]
async fn an_environment_has_settings_of_its_own() {
    let site = Site::new().await;
    let applied = site.json("apply --yes --env staging");
    assert_eq!(applied["in_sync"], true);
    assert_eq!(applied["environment"], "staging");
    let expected = json!([{
        "collection": "tasks", "index": null, "setting": "validationAction",
        "declared": "error", "value": "warn",
    }]);
    assert_eq!(applied["overrides"], expected);
    let tolerated = site
        .collection("tasks")
        .insert_one(doc! { "title": 7 })
        .await;
    assert!(tolerated.is_ok(), "a violation is only logged");

    let again = site.run("plan --env staging --exit-code");
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(
        again.out.contains("overrides (environment `staging`)"),
        "{again:?}"
    );
    let elsewhere = site.json("plan");
    assert_eq!(elsewhere["changes"][0]["id"], "tasks/set_validator/tasks");
    assert_eq!(elsewhere["overrides"], json!([]));
}

#[test]
fn the_environment_is_read_from_the_variable_too() {
    let line = "emit --target json --only tasks";
    let action =
        |document: &Value| document["collections"][0]["options"]["validationAction"].clone();
    for (line, variable, expected) in [
        (line.to_owned(), "", "error"),
        (line.to_owned(), "staging", "warn"),
        (format!("{line} --env production"), "staging", "error"),
    ] {
        let finished = finished(fixture(&line).env("MONGO_SCHEMA_ENV", variable));
        let emitted: Value = serde_json::from_str(&finished.out).expect("JSON");
        assert_eq!(action(&emitted), expected, "{line} {variable}");
    }
}

#[test]
fn an_unknown_name_in_an_override_is_wrong_usage() {
    for (environment, said) in [
        (
            "mistaken",
            "collection `taks` in the overrides is not declared; the nearest that is declared is `tasks`",
        ),
        (
            "short-lived",
            "index `at_1` of `tasks` in the overrides is not declared; the nearest",
        ),
    ] {
        let line = format!("plan --env {environment} --uri mongodb://127.0.0.1:1");
        let finished = finished(&mut fixture(&line));
        assert_eq!(finished.code, Some(64), "{finished:?}");
        assert!(finished.err.contains(said), "{finished:?}");
    }
}
