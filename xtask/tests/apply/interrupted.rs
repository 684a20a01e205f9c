//! Ctrl-C while the server is at work.

use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use bson::doc;
use rustix::process::{Pid, Signal, kill_process};
use schema_xtask::bookkeeping::lock::Held;

use crate::faults::Fault;
use crate::support::Site;

/// An apply to some collections whose first index takes the server `blocked` milliseconds.
async fn begun<'a>(site: &'a Site, only: &str, blocked: i32) -> (Fault<'a>, Child) {
    let data = doc! {
        "failCommands": ["createIndexes"], "blockConnection": true, "blockTimeMS": blocked,
    };
    let fault = Fault::new(site, 1, data).await;
    let mut command = site.command(&format!("apply --yes --only {only}"));
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("it starts");
    crate::killed::until_some_collections_exist(site, only.split(',').count()).await;
    // Long enough for the index to be begun, and shorter than it takes.
    tokio::time::sleep(Duration::from_secs(2)).await;
    (fault, child)
}

fn interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).expect("SIGINT");
}

async fn ended(child: Child) -> Output {
    let waited = tokio::task::spawn_blocking(move || child.wait_with_output());
    waited.await.expect("no panic").expect("it ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn once_the_change_under_way_is_finished_first() {
    let site = Site::new().await;
    // Collections are changed beside each other: of one, something is left to be begun.
    let (fault, child) = begun(&site, "tasks", 6_000).await;
    interrupt(&child);
    let output = ended(child).await;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("ending after the change under way"), "{said}");
    fault.off().await;
    let held = Held::read(&site.server().await).await.expect("an answer");
    assert_eq!(held, None, "the lock is given back");
    assert_eq!(site.run("apply --yes").code, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn twice_it_ends_at_once_and_says_what_is_left() {
    let site = Site::new().await;
    let (fault, child) = begun(&site, "tasks", 60_000).await;
    interrupt(&child);
    tokio::time::sleep(Duration::from_millis(500)).await;
    interrupt(&child);
    let start = Instant::now();
    let output = ended(child).await;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(start.elapsed() < Duration::from_secs(30), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("the next apply takes up what it finds"),
        "{said}"
    );
    fault.off().await;
    let held = Held::read(&site.server().await).await.expect("an answer");
    assert_eq!(held, None, "the lock is given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_applies_at_once_one_works_and_the_other_says_who_does() {
    let site = Site::new().await;
    let (fault, first) = begun(&site, "tasks,users", 8_000).await;
    let pid = first.id();
    let second = site.run("apply --yes");
    assert_eq!(second.code, Some(1), "{second:?}");
    assert!(
        second.err.contains("another apply is at work"),
        "{second:?}"
    );
    assert!(second.err.contains(&format!("pid {pid}")), "{second:?}");
    let output = ended(first).await;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    fault.off().await;
    assert_eq!(site.run("plan --exit-code").code, Some(0));
    assert_eq!(site.history().await.len(), 1);
}
