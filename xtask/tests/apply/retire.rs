//! Indexes and collections that are no longer declared.

use bson::{DateTime, Document, doc};
use serde_json::Value;

use crate::support::{Site, schema};

fn a() -> Document {
    doc! { "key": { "a": 1 }, "name": "a_1" }
}

fn b() -> Document {
    doc! { "key": { "b": 1 }, "name": "b_1" }
}

const HIDE: &str = "tasks/hide_index/a_1";
const DROP: &str = "tasks/drop_index/a_1";

fn came(changes: &[(String, String)]) -> Vec<(&str, &str)> {
    changes
        .iter()
        .map(|(id, status)| (&**id, &**status))
        .collect()
}

/// A collection whose index `a_1` was declared, and is not any more.
async fn undeclared() -> Site {
    let mut site = Site::declaring(doc! {}, vec![a(), b()]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.declares(vec![b()]);
    site
}

async fn is_hidden(site: &Site) -> bool {
    let index = site.index("a_1").await.expect("the index");
    index.get_bool("hidden").unwrap_or(false)
}

/// As if it had been hidden long ago.
async fn let_time_pass(site: &Site) {
    let long_ago = doc! { "$set": { "state.hiddenSince": DateTime::from_millis(0) } };
    let index = doc! { "_id.index": "a_1" };
    let objects = site.collection("_schema.objects");
    objects
        .update_one(index, long_ago)
        .await
        .expect("an update");
}

/// CASES 22.
#[tokio::test]
async fn an_index_is_hidden_watched_and_dropped() {
    let site = undeclared().await;
    let skipped = site.changes("apply --yes");
    assert_eq!(came(&skipped), [(HIDE, "skipped"), (DROP, "held")]);
    assert!(!is_hidden(&site).await, "nothing is done without a word");
    let finished = site.run("apply --yes --allow destructive --format json");
    assert_eq!(finished.code, Some(2), "it is not gone yet");
    assert!(is_hidden(&site).await);
    let state = site.record_of("a_1").await.expect("a record");
    assert!(
        state
            .get_document("state")
            .expect("a state")
            .get_datetime("hiddenSince")
            .is_ok()
    );

    let held = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&held), [(DROP, "held")]);
    let dropped = site.changes("apply --yes --allow destructive --hide-for 0s");
    assert_eq!(came(&dropped), [(DROP, "applied")]);
    assert_eq!(site.index_names("tasks").await, ["_id_", "b_1"]);
    assert!(site.record_of("a_1").await.is_none());
    assert_eq!(site.run("plan --exit-code").code, Some(0));
}

#[tokio::test]
async fn after_its_time_it_is_dropped_on_a_word() {
    let site = undeclared().await;
    site.run("apply --yes --allow destructive");
    let_time_pass(&site).await;
    assert_eq!(came(&site.changes("apply --yes")), [(DROP, "skipped")]);
    let dropped = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&dropped), [(DROP, "applied")]);
}

#[tokio::test]
async fn declared_again_it_is_visible_again_and_its_retirement_forgotten() {
    let mut site = undeclared().await;
    site.run("apply --yes --allow destructive");
    site.declares(vec![a(), b()]);
    let shown = site.changes("apply --yes --allow older-schema");
    assert_eq!(came(&shown), [("tasks/modify_index/a_1", "applied")]);
    assert!(!is_hidden(&site).await);
    let record = site.record_of("a_1").await.expect("a record");
    assert!(!record.contains_key("state"), "{record}");
    // The same declaration as before retires it again.
    site.declares(vec![b()]);
    let hidden = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&hidden), [(HIDE, "applied"), (DROP, "held")]);
}

/// CASES 22: undone at once. By the command, and by hand in an emergency.
#[tokio::test]
async fn wanted_back_it_stays_until_the_declaration_changes() {
    for by_hand in [false, true] {
        let mut site = undeclared().await;
        site.run("apply --yes --allow destructive");
        if by_hand {
            let index = doc! { "name": "a_1", "hidden": false };
            site.command_on_server(doc! { "collMod": "tasks", "index": index })
                .await;
        } else {
            let finished = site.run("unhide tasks/a_1 --format json");
            assert_eq!(finished.code, Some(0), "{finished:?}");
            assert!(finished.err.contains("stopped"), "{}", finished.err);
            let said: Value = serde_json::from_str(&finished.out).expect("one document");
            assert_eq!(said["index"], "a_1");
            assert_eq!(said["retirement_stopped"], true);
        }
        assert!(!is_hidden(&site).await);
        let held = site.changes("apply --yes --allow destructive --hide-for 0s");
        assert_eq!(came(&held), [(DROP, "held")], "by hand: {by_hand}");
        site.declares(vec![]);
        let next = site.changes("apply --yes --allow destructive");
        assert_eq!(came(&next)[0], (HIDE, "applied"), "{next:?}");
    }
}

/// Hidden by somebody, or by an apply that was killed before it could record it.
#[tokio::test]
async fn hidden_by_somebody_else_it_is_watched_from_now_on() {
    let site = undeclared().await;
    let index = doc! { "name": "a_1", "hidden": true };
    site.command_on_server(doc! { "collMod": "tasks", "index": index })
        .await;
    let begun = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&begun), [(HIDE, "applied"), (DROP, "held")]);
    let next = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&next), [(DROP, "held")]);
    let_time_pass(&site).await;
    let dropped = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&dropped), [(DROP, "applied")]);
}

#[tokio::test]
async fn an_expiry_is_put_off_without_a_word() {
    let expiring = doc! { "key": { "a": 1 }, "name": "a_1", "expireAfterSeconds": 3600 };
    let mut site = Site::declaring(doc! {}, vec![expiring]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.declares(vec![]);
    let came_to = site.changes("apply --yes");
    let put_off = ("tasks/modify_index/a_1", "applied");
    assert_eq!(came(&came_to), [put_off, (HIDE, "skipped"), (DROP, "held")]);
    let index = site.index("a_1").await.expect("the index");
    assert_eq!(
        index.get_i32("expireAfterSeconds").expect("a TTL"),
        i32::MAX
    );
}

#[tokio::test]
async fn what_can_not_be_unhidden_is_said() {
    let site = undeclared().await;
    for (wanted, said) in [
        ("tasks/b_1", "is not hidden"),
        ("nothing", "COLLECTION/INDEX"),
    ] {
        let finished = site.run(&format!("unhide {wanted}"));
        assert_eq!(finished.code, Some(64), "{finished:?}");
        assert!(finished.err.contains(said), "{}", finished.err);
    }
}

/// CASES 13 and 15: what others made stays, and goes only when that is said twice.
#[tokio::test]
async fn pruning_takes_what_is_nobodys_and_leaves_what_others_manage() {
    let whole = |external: Vec<&str>| {
        schema(&doc! { "collections": [{
            "name": "tasks", "indexes": [b()], "external_indexes": external,
        }] })
    };
    let mut site = Site::with(&whole(vec!["ops_*"])).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let made = |path: &str, name: &str| doc! { "key": { path: 1 }, "name": name };
    let by_hand = vec![made("a", "a_1"), made("o", "ops_o"), made("t", "theirs")];
    site.command_on_server(doc! { "createIndexes": "tasks", "indexes": by_hand })
        .await;
    let id = doc! { "schema": "other", "collection": "tasks", "index": "theirs" };
    let objects = site.collection("_schema.objects");
    objects
        .insert_one(doc! { "_id": id, "origin": "created" })
        .await
        .expect("a record");

    let plain = site.json("apply --yes --allow destructive");
    assert_eq!(plain["in_sync"], true);
    assert_eq!(
        plain["unmanaged"].to_string(),
        r#"[{"collection":"tasks","index":"a_1"}]"#
    );
    assert_eq!(
        came(&site.changes("apply --yes --prune"))[0],
        (HIDE, "skipped")
    );
    let begun = site.changes("apply --yes --prune --allow destructive");
    assert_eq!(came(&begun), [(HIDE, "applied"), (DROP, "held")]);
    assert_eq!(
        site.json("plan")["unmanaged"][0]["index"],
        "a_1",
        "it is not its own by that"
    );
    let_time_pass(&site).await;
    let dropped = site.changes("apply --yes --prune --allow destructive");
    assert_eq!(came(&dropped), [(DROP, "applied")]);
    assert_eq!(
        site.index_names("tasks").await,
        ["_id_", "b_1", "ops_o", "theirs"]
    );
    site.uses(&whole(vec![]));
    assert_eq!(site.json("plan")["unmanaged"][0]["index"], "ops_o");
}

/// CASES 13: the name alone makes nobody's index this tool's own.
#[tokio::test]
async fn another_index_by_the_name_of_one_that_was_its_own_is_left_alone() {
    let another = |keys: Document, more: Document| {
        let mut spec = doc! { "key": keys, "name": "a_1" };
        spec.extend(more);
        spec
    };
    let some = doc! { "partialFilterExpression": { "a": { "$gt": 0 } } };
    for theirs in [
        another(doc! { "z": 1 }, doc! {}),
        another(doc! { "a": 1, "z": 1 }, doc! {}),
        another(doc! { "a": -1 }, doc! {}),
        another(doc! { "a": 1 }, doc! { "sparse": true }),
        another(doc! { "a": 1 }, some),
    ] {
        let site = undeclared().await;
        site.run("apply --yes --allow destructive");
        site.command_on_server(doc! { "dropIndexes": "tasks", "index": "a_1" })
            .await;
        let create = doc! { "createIndexes": "tasks", "indexes": [&theirs] };
        site.command_on_server(create).await;
        let left = site.json("apply --yes --allow destructive --hide-for 0s");
        assert_eq!(left["in_sync"], true, "{theirs}: {left}");
        assert_eq!(left["unmanaged"][0]["index"], "a_1", "{theirs}: {left}");
        assert!(site.index("a_1").await.is_some(), "{theirs}");

        let begun = site.changes("apply --yes --prune --allow destructive");
        assert_eq!(came(&begun), [(HIDE, "applied"), (DROP, "held")]);
        let unmanaged = site.json("plan")["unmanaged"].clone();
        assert_eq!(unmanaged[0]["index"], "a_1", "it is not its own by that");
    }
}

/// What is changed in place, by this tool or by hand, stays its own; so does what is declared when
/// somebody replaced it.
#[tokio::test]
async fn what_changes_in_place_stays_its_own() {
    let mut site = Site::declaring(doc! {}, vec![a(), b()]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let mut unique = a();
    unique.insert("unique", true);
    site.declares(vec![unique, b()]);
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.declares(vec![b()]);
    let dropped = site.changes("apply --yes --allow destructive");
    assert_eq!(came(&dropped), [(DROP, "applied")]);

    let theirs = doc! { "key": { "c": 1 }, "name": "b_1" };
    site.command_on_server(doc! { "dropIndexes": "tasks", "index": "b_1" })
        .await;
    let create = doc! { "createIndexes": "tasks", "indexes": [&theirs] };
    site.command_on_server(create).await;
    site.declares(vec![theirs]);
    assert_eq!(site.run("apply --yes").code, Some(0), "it is adopted");
    site.declares(vec![]);
    let dropped = site.changes("apply --yes --allow destructive --hide-for 0s");
    assert_eq!(came(&dropped), [("tasks/drop_index/b_1", "applied")]);
}

/// CASES 24: nothing wider than what was named.
#[tokio::test]
async fn a_collection_is_dropped_when_it_is_named() {
    let external =
        doc! { "collections": [{ "name": "tasks", "indexes": [] }], "external": ["legacy_*"] };
    let site = Site::with(&schema(&external)).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    for name in ["old_tasks", "keep", "legacy_a", "theirs"] {
        let documents = site.collection(name);
        documents
            .insert_one(doc! { "a": 1 })
            .await
            .expect("a document");
    }
    let id = doc! { "schema": "other", "collection": "theirs", "index": null };
    let objects = site.collection("_schema.objects");
    objects
        .insert_one(doc! { "_id": id, "origin": "created" })
        .await
        .expect("a record");
    let unmanaged = site.json("plan")["unmanaged"].clone();
    let names: Vec<&Value> = unmanaged
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["collection"])
        .collect();
    assert_eq!(names, ["keep", "old_tasks"]);

    for (name, said) in [
        ("tasks", "is declared by"),
        ("old_task", "did you mean `old_tasks`?"),
        ("legacy_a", "external"),
        ("theirs", "`other`"),
        ("_schema.lock", "never dropped"),
        ("system.views", "never dropped"),
    ] {
        let line = format!("apply --yes --allow destructive --drop-collection {name}");
        let refused = site.run(&line);
        assert_eq!(refused.code, Some(64), "{name}: {refused:?}");
        assert!(refused.err.contains(said), "{name}: {}", refused.err);
    }
    let line = "apply --yes --allow destructive --only tasks --drop-collection old_tasks";
    let refused = site.run(line);
    assert_eq!(refused.code, Some(64), "{refused:?}");
    let said = "names `old_tasks`, which `--only` leaves out";
    assert!(refused.err.contains(said), "{}", refused.err);
    let line = "apply --yes --only old_tasks --drop-collection old_tasks";
    let id = "old_tasks/drop_collection/old_tasks";
    assert_eq!(came(&site.changes(line)), [(id, "skipped")]);
    let dropped = site.changes(&format!("{line} --allow destructive"));
    assert_eq!(came(&dropped), [(id, "applied")]);
    let mut left = site
        .database()
        .list_collection_names()
        .await
        .expect("names");
    left.retain(|name| !name.starts_with("_schema."));
    left.sort();
    assert_eq!(left, ["keep", "legacy_a", "tasks", "theirs"]);
}
