//! One apply at a time.

use bson::{DateTime, doc};
use schema_xtask::bookkeeping::lock::Lock;
use schema_xtask::error::Error;

use crate::support::Site;

/// Makes the lock look as if its holder had given no sign of life for two minutes.
async fn let_it_become_stale(site: &Site) {
    let long_ago = DateTime::from_millis(DateTime::now().timestamp_millis() - 120_000);
    let stale = doc! { "$set": { "heartbeat": long_ago } };
    let locks = site.collection("_schema.lock");
    locks
        .update_one(doc! { "_id": "apply" }, stale)
        .await
        .expect("an update");
}

/// CASES 25.
#[tokio::test]
async fn the_second_is_told_who_holds_the_lock() {
    let site = Site::new().await;
    let server = site.server().await;
    let first = Lock::acquire(&server, "ann@build pid 7")
        .await
        .expect("the lock");
    let refused = site.run("apply --yes");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("ann@build pid 7"), "{}", refused.err);
    assert_eq!(
        site.database()
            .list_collection_names()
            .await
            .expect("names"),
        ["_schema.lock"]
    );
    first.release().await.expect("a release");
    assert_eq!(site.run("apply --yes").code, Some(0));
}

/// CASES 25.
#[tokio::test]
async fn only_one_of_many_gets_it() {
    let site = Site::new().await;
    let server = site.server().await;
    let tries = (0..20).map(|number| {
        let server = server.clone();
        tokio::spawn(async move { Lock::acquire(&server, &number.to_string()).await })
    });
    let mut held = Vec::new();
    for outcome in futures::future::join_all(tries).await {
        match outcome.expect("no panic") {
            Ok(lock) => held.push(lock),
            Err(Error::LockHeld { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(held.len(), 1);
}

/// CASES 26.
#[tokio::test]
async fn a_stale_lock_is_taken_over_and_its_holder_finds_out() {
    let site = Site::new().await;
    let server = site.server().await;
    let paused = Lock::acquire(&server, "paused").await.expect("the lock");
    paused.check().await.expect("still held");
    let_it_become_stale(&site).await;
    let next = Lock::acquire(&server, "next")
        .await
        .expect("a stale lock is free");
    assert!(next.token() > paused.token());
    assert!(matches!(paused.check().await, Err(Error::LockLost)));
    paused.release().await.expect("nothing to give back");
    next.check()
        .await
        .expect("the other's release changes nothing");
}

#[tokio::test]
async fn a_late_sign_of_life_keeps_a_lock_that_nobody_wanted() {
    let site = Site::new().await;
    let server = site.server().await;
    let lock = Lock::acquire(&server, "late").await.expect("the lock");
    let_it_become_stale(&site).await;
    lock.check().await.expect("nobody took it");
    assert!(matches!(
        Lock::acquire(&server, "other").await,
        Err(Error::LockHeld { .. })
    ));
}

#[tokio::test]
async fn tokens_grow_from_holder_to_holder() {
    let site = Site::new().await;
    let server = site.server().await;
    let mut last = 0;
    for _ in 0..3 {
        let lock = Lock::acquire(&server, "x").await.expect("the lock");
        assert!(lock.token() > last);
        last = lock.token();
        lock.release().await.expect("a release");
    }
}

#[tokio::test]
async fn a_lock_edited_by_hand_can_be_had() {
    let site = Site::new().await;
    let server = site.server().await;
    let ahead = DateTime::from_millis(DateTime::now().timestamp_millis() + 86_400_000);
    let cases = [
        (doc! { "token": 5.0, "holder": null }, 6),
        (doc! { "token": 5, "holder": null }, 6),
        (doc! { "token": "none", "holder": null }, 1),
        (
            doc! { "token": 5_i64, "holder": "ahead", "heartbeat": ahead },
            6,
        ),
    ];
    let locks = site.collection("_schema.lock");
    for (edited, token) in cases {
        locks
            .replace_one(doc! { "_id": "apply" }, edited)
            .upsert(true)
            .await
            .expect("an edit");
        let lock = Lock::acquire(&server, "x").await.expect("the lock");
        assert_eq!(lock.token(), token);
        lock.check().await.expect("still held");
        lock.release().await.expect("a release");
    }
}

#[tokio::test]
async fn a_paused_apply_that_wakes_after_a_takeover_does_nothing() {
    use std::process::Stdio;
    let site = Site::with("many").await;
    let mut command = site.command("apply --yes");
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let process = rustix::process::Pid::from_child(&child);
    crate::killed::until_some_collections_exist(&site, 5).await;
    rustix::process::kill_process(process, rustix::process::Signal::STOP).expect("it pauses");
    let_it_become_stale(&site).await;
    let second = site.run("apply --yes");
    assert_eq!(second.code, Some(0), "{second:?}");
    site.collection("c15").drop().await.expect("a drop");
    rustix::process::kill_process(process, rustix::process::Signal::CONT).expect("it wakes");
    let woken = child.wait_with_output().expect("it ends");
    assert_eq!(woken.status.code(), Some(1), "{woken:?}");
    let names = site
        .database()
        .list_collection_names()
        .await
        .expect("names");
    assert!(
        !names.contains(&"c15".to_owned()),
        "the woken apply created it"
    );
    let states: Vec<String> = site
        .history()
        .await
        .iter()
        .map(|it| it.get_str("state").expect("a state").to_owned())
        .collect();
    assert_eq!(states, ["abandoned", "done"]);
}
