//! A plan in a file, between `plan --out` and `apply --plan`.

use std::fs;
use std::path::PathBuf;

use bson::doc;
use mongodb::IndexModel;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Finished, Site};

/// A site, and a folder for its plans.
struct Saving {
    site: Site,
    folder: TempDir,
}

impl Saving {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            site: Site::new().await,
            folder,
        }
    }

    /// A site with a plan.
    async fn planned() -> Self {
        let saving = Self::new().await;
        assert_eq!(saving.plan("").code, Some(0));
        saving
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("plan.json")
    }

    fn plan(&self, flags: &str) -> Finished {
        self.site
            .run(&format!("plan --out {} {flags}", self.file().display()))
    }

    fn apply(&self, flags: &str) -> Finished {
        self.site.run(&format!(
            "apply --yes --plan {} {flags}",
            self.file().display()
        ))
    }

    /// Applies, and expects one sentence and no change.
    async fn refused(&self, flags: &str, said: &str) {
        let before = self.collections().await;
        let refused = self.apply(flags);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.err.contains(said), "{said}: {}", refused.err);
        assert_eq!(refused.err.matches("error:").count(), 1, "{}", refused.err);
        assert_eq!(self.collections().await, before, "nothing is changed");
    }

    async fn collections(&self) -> Vec<String> {
        let mut names = self
            .site
            .database()
            .list_collection_names()
            .await
            .expect("names");
        names.sort();
        names
    }

    fn edit(&self, edit: impl FnOnce(&mut Value)) {
        let text = fs::read_to_string(self.file()).expect("a plan");
        let mut plan = serde_json::from_str(&text).expect("JSON");
        edit(&mut plan);
        fs::write(self.file(), plan.to_string()).expect("a plan");
    }
}

#[tokio::test]
async fn what_was_planned_is_applied_and_only_once() {
    let saving = Saving::planned().await;
    let text = fs::read_to_string(saving.file()).expect("a plan");
    let plan: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(plan["database"], saving.site.database().name());
    assert_eq!(plan["changes"].as_array().map(Vec::len), Some(5));
    assert_eq!(plan["schema"]["hash"].as_str().map(str::len), Some(64));
    assert_eq!(
        plan["changes"][1]["command"]["indexes"][0]["key"].to_string(),
        r#"{"tenantId":{"$numberInt":"1"},"projectId":{"$numberInt":"-1"}}"#
    );
    let left: Vec<_> = fs::read_dir(saving.folder.path())
        .expect("a folder")
        .collect();
    assert_eq!(left.len(), 1, "no other file is left: {left:?}");
    let applied = saving.apply("--format json");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    let report: Value = serde_json::from_str(&applied.out).expect("JSON");
    assert_eq!(report["in_sync"], true);
    saving.refused("", "it is as declared already").await;
}

#[tokio::test]
async fn a_plan_without_changes_can_be_applied() {
    let saving = Saving::new().await;
    assert_eq!(saving.site.run("apply --yes").code, Some(0));
    assert_eq!(saving.plan("").code, Some(0));
    assert_eq!(saving.apply("").code, Some(0));
}

#[tokio::test]
async fn a_live_change_since_then_is_refused() {
    let saving = Saving::planned().await;
    saving
        .site
        .collection("users")
        .insert_one(doc! { "name": "n" })
        .await
        .expect("a document");
    saving
        .refused("", "`users` changed since the plan was made")
        .await;

    // One that leaves the same changes to be made.
    let saving = Saving::new().await;
    saving
        .site
        .database()
        .create_collection("users")
        .await
        .expect("a collection");
    assert_eq!(saving.plan("").code, Some(0));
    let index = IndexModel::builder()
        .keys(
            doc! { "by": "hand" }
                .keys()
                .map(|it| (it.clone(), 1.into()))
                .collect::<bson::Document>(),
        )
        .build();
    saving
        .site
        .collection("users")
        .create_index(index)
        .await
        .expect("an index");
    saving
        .refused("", "`users` changed since the plan was made; plan again")
        .await;
}

#[tokio::test]
async fn what_is_elsewhere_may_change() {
    let saving = Saving::planned().await;
    saving
        .site
        .collection("foreign")
        .insert_one(doc! { "a": 1 })
        .await
        .expect("a document");
    assert_eq!(saving.apply("").code, Some(0));
}

#[tokio::test]
async fn another_schema_database_or_environment_is_refused() {
    let mut saving = Saving::planned().await;
    saving
        .refused("--db elsewhere_entirely", "is for the database")
        .await;
    saving
        .refused("--env staging", "was made with other overrides")
        .await;
    saving.site.uses("fewer");
    saving
        .refused("", "was made from another declared schema; plan again")
        .await;
}

#[tokio::test]
async fn what_is_no_plan_of_this_version_is_refused() {
    let saving = Saving::new().await;
    saving.refused("", "cannot be read").await;
    for (text, said) in [
        ("{ no", "is no plan"),
        ("[]", "is no plan"),
        (
            r#"{ "format": 1, "database": "x", "changes": [] }"#,
            "was not written by `cargo xtask plan --out FILE`",
        ),
        (
            r#"{ "kind": "plan", "format": 2 }"#,
            "has the format 2, and this version reads 1",
        ),
        (
            r#"{ "kind": "plan", "format": 1, "tool": "0.0.0" }"#,
            "was made by version 0.0.0",
        ),
    ] {
        fs::write(saving.file(), text).expect("a file");
        saving.refused("", said).await;
    }
    fs::remove_file(saving.file()).expect("the file");
    assert_eq!(saving.plan("").code, Some(0));
    saving.edit(|plan| plan["changes"] = json!([{}]));
    saving.refused("", "is no plan: missing field").await;
}

#[tokio::test]
async fn a_plan_that_was_edited_is_refused() {
    for (pointer, value) in [
        ("/changes/0/command/create", json!("other")),
        (
            "/changes/4/after/key",
            json!({ "name": { "$numberInt": "-1" } }),
        ),
        ("/changes/2/status", json!("held")),
    ] {
        let saving = Saving::planned().await;
        saving.edit(|plan| *plan.pointer_mut(pointer).expect(pointer) = value);
        saving.refused("", "plan again").await;
    }
}

/// Its order is an index's very self.
#[tokio::test]
async fn another_order_of_keys_is_another_change() {
    let saving = Saving::planned().await;
    saving.edit(|plan| {
        let key = json!({ "projectId": { "$numberInt": "-1" }, "tenantId": { "$numberInt": "1" } });
        plan["changes"][1]["command"]["indexes"][0]["key"] = key;
    });
    saving.refused("", "would come in place of").await;
}

#[tokio::test]
async fn the_plan_says_what_it_is_about() {
    let saving = Saving::new().await;
    assert_eq!(saving.plan("--only users").code, Some(0));
    for flags in [
        "--only tasks",
        "--phase expand",
        "--observe 0s",
        "--hide-for 0s",
        "--prune",
        "--drop-collection foreign",
    ] {
        let refused = saving.apply(flags);
        assert_eq!(refused.code, Some(64), "{flags}: {refused:?}");
    }
    assert_eq!(saving.apply("").code, Some(0));
    assert!(!saving.collections().await.contains(&"tasks".to_owned()));
}

#[tokio::test]
async fn a_plan_takes_the_place_of_nothing_but_a_plan() {
    let saving = Saving::new().await;
    fs::write(saving.file(), "my notes").expect("a file");
    let refused = saving.plan("");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.err.contains("something that is no plan"),
        "{refused:?}"
    );
    assert_eq!(
        fs::read_to_string(saving.file()).expect("a file"),
        "my notes"
    );
    fs::remove_file(saving.file()).expect("the file");
    assert_eq!(saving.plan("").code, Some(0));
    assert_eq!(
        saving.plan("--only users").code,
        Some(0),
        "a plan may be made again"
    );
    let nowhere = saving.site.run("plan --out /nonexistent/folder/plan.json");
    assert_eq!(nowhere.code, Some(1), "{nowhere:?}");
    assert!(nowhere.err.contains("cannot be written"), "{nowhere:?}");
}
