//! `history`, `unlock`, and schemas that are older than what was applied.

use std::process::Stdio;

use bson::{DateTime, doc};
use schema_xtask::bookkeeping::lock::{Held, Lock};

use crate::support::Site;

#[tokio::test(flavor = "multi_thread")]
async fn history_is_told_the_newest_first() {
    let mut site = Site::with("old").await;
    assert!(site.run("history").out.contains("nothing was applied yet"));
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.uses("new");
    site.run("apply --yes");
    let told = site.run("history --limit 1");
    assert_eq!(told.code, Some(0));
    let lines: Vec<&str> = told.out.lines().collect();
    assert_eq!(lines.len(), 2, "{told:?}");
    assert!(
        lines[0].starts_with("WHEN") && lines[1].contains("applied"),
        "{told:?}"
    );
    let told = site.json("history");
    let records = told["history"].as_array().expect("records");
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["declared"]["versions"]["tasks"], 2);
    assert_eq!(records[1]["declared"]["versions"]["tasks"], 1);
    assert_eq!(site.run("history --limit 0").code, Some(64));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_schema_is_refused_unless_it_is_wanted() {
    let mut site = Site::with("old").await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    site.uses("new");
    site.run("apply --yes");
    site.uses("old");
    let before = site.history().await;
    let refused = site.run("apply --yes --allow destructive");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    for part in ["older", "version 2", "pid ", "--allow older-schema"] {
        assert!(refused.err.contains(part), "{part}: {refused:?}");
    }
    assert_eq!(site.history().await, before, "nothing was done");
    let plan = site.run("plan");
    assert_eq!(plan.code, Some(0), "looking does no harm: {plan:?}");
    assert!(
        plan.err.contains("warning: the declared schema is older"),
        "{plan:?}"
    );
    let back = site.run("apply --yes --allow destructive,older-schema --hide-for 0s");
    assert_ne!(back.code, Some(1), "{back:?}");
    site.uses("new");
    let forth = site.run("apply --yes");
    assert!(
        !forth.err.contains("older"),
        "the way forward is open: {forth:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_living_lock_is_kept_unless_forced() {
    let site = Site::new().await;
    assert!(site.run("unlock").err.contains("nobody holds the lock"));
    let server = site.server().await;
    let lock = Lock::acquire(&server, "ann@build pid 7")
        .await
        .expect("the lock");
    let refused = site.run("unlock");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    for part in ["ann@build pid 7", "since", "--force"] {
        assert!(refused.err.contains(part), "{part}: {refused:?}");
    }
    lock.check().await.expect("still held");
    let removed = site.json("unlock --force");
    assert_eq!(removed["removed"], true);
    assert_eq!(removed["lock"]["holder"], "ann@build pid 7");
    assert!(lock.check().await.is_err(), "its holder finds out");
    assert_eq!(Held::read(&server).await.expect("an answer"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_lock_is_removed() {
    let site = Site::new().await;
    let server = site.server().await;
    let _lock = Lock::acquire(&server, "gone").await.expect("the lock");
    let stale = doc! { "$set": { "heartbeat": DateTime::from_millis(0) } };
    let locks = site.collection("_schema.lock");
    locks.update_one(doc! {}, stale).await.expect("an edit");
    let removed = site.run("unlock");
    assert_eq!(removed.code, Some(0), "{removed:?}");
    assert!(removed.err.contains("removed the lock"), "{removed:?}");
}

/// CASES 26: its heartbeat is fresh, and its process is gone.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_lock_of_a_dead_process_of_this_machine_is_free_at_once() {
    let site = Site::with("many").await;
    let mut command = site.command("apply --yes");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    crate::killed::until_some_collections_exist(&site, 2).await;
    child.kill().expect("SIGKILL");
    child.wait().expect("it ends");
    let next = site.run("apply --yes");
    assert_eq!(next.code, Some(0), "{next:?}");
    assert!(next.err.contains("took over the lock"), "{next:?}");
}

/// CASES 25: nobody can tell whether a process elsewhere is alive.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_of_another_machine_is_waited_for() {
    let site = Site::new().await;
    let server = site.server().await;
    let lock = Lock::acquire(&server, "elsewhere").await.expect("the lock");
    let elsewhere = doc! { "$set": { "process.boot": "another", "process.pid": 1_000_000 } };
    let locks = site.collection("_schema.lock");
    locks.update_one(doc! {}, elsewhere).await.expect("an edit");
    let refused = site.run("apply --yes");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.err.contains("elsewhere"), "{refused:?}");
    lock.release().await.expect("a release");
}
