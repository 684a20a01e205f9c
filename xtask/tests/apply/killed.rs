//! Applies that are killed or interrupted.

use std::process::Stdio;
use std::time::Duration;

use bson::{DateTime, doc};
use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Finished, Site};

/// Waits until an apply has made `count` of the schema's collections.
pub(crate) async fn until_some_collections_exist(site: &Site, count: usize) {
    for _ in 0..2000 {
        let names = site
            .database()
            .list_collection_names()
            .await
            .expect("names");
        if names
            .iter()
            .filter(|name| !name.starts_with("_schema."))
            .count()
            >= count
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("the apply makes no collections");
}

#[tokio::test]
async fn killed_at_any_moment_the_next_apply_converges() {
    for millis in [40, 90, 150, 220, 300] {
        let site = Site::with("many").await;
        let mut command = site.command("apply --yes");
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        tokio::time::sleep(Duration::from_millis(millis)).await;
        child.kill().expect("SIGKILL");
        child.wait().expect("it ends");
        let next = after_the_lock_is_stale(&site).await;
        assert_eq!(next.code, Some(0), "{millis} ms: {}", next.err);
        assert_eq!(
            site.json("plan")["changes"].as_array().map(Vec::len),
            Some(0)
        );
        let objects = site
            .collection("_schema.objects")
            .count_documents(doc! {})
            .await;
        assert_eq!(
            objects.expect("a count"),
            16 * 3,
            "all is recorded as its own"
        );
        let running = doc! { "state": "running" };
        let running = site
            .collection("_schema.history")
            .count_documents(running)
            .await;
        assert_eq!(
            running.expect("a count"),
            0,
            "a killed apply is not taken for a running one"
        );
    }
}

/// The next apply, after what a minute without a heartbeat does to the lock. The server may still
/// get to the killed one's last command after that.
async fn after_the_lock_is_stale(site: &Site) -> Finished {
    let stale = doc! { "$set": { "heartbeat": DateTime::from_millis(0) } };
    loop {
        let locks = site.collection("_schema.lock");
        locks
            .update_many(doc! {}, stale.clone())
            .await
            .expect("an update");
        let next = site.run("apply --yes -q");
        if !next.err.contains("another apply is at work") {
            return next;
        }
    }
}

#[tokio::test]
async fn interrupted_it_stops_between_steps_and_gives_the_lock_back() {
    let site = Site::with("many").await;
    let mut command = site.command("apply --yes --format json");
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let process = Pid::from_child(&child);
    until_some_collections_exist(&site, 3).await;
    kill_process(process, Signal::INT).expect("SIGINT");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let said: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    assert_eq!(said["in_sync"], false);
    let changes = said["changes"].as_array().expect("changes");
    assert!(changes.iter().any(|change| change["status"] == "applied"));
    assert!(changes.iter().any(|change| change["status"] == "planned"));
    assert!(changes.iter().all(|change| change["status"] != "failed"));
    assert_eq!(
        site.history().await[0].get_str("state").expect("a state"),
        "failed"
    );
    let next = site.run("apply --yes");
    assert_eq!(next.code, Some(0), "the lock is free at once: {next:?}");
}
