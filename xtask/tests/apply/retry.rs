//! Failures that pass, and those that do not.

use bson::{Document, doc};
use schema_xtask::dev_server::testing::ThrowAway;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::faults::Fault;
use crate::proxy::{Proxy, Verdict};
use crate::support::{Finished, Site};

/// What an apply says while so many of its commands fail.
async fn applied(times: i32, data: Document) -> (Site, Finished) {
    let site = Site::new().await;
    let fault = Fault::new(&site, times, data).await;
    let finished = site.run("apply --yes");
    fault.off().await;
    (site, finished)
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_connections_are_survived_and_told() {
    let data = doc! { "failCommands": ["createIndexes"], "closeConnection": true };
    let (site, finished) = applied(3, data).await;
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.err.contains("tried again"), "{finished:?}");
    assert_eq!(site.index_names("users").await, ["_id_", "name_1"]);
}

/// A server that steps down, shuts down or is busy.
#[tokio::test(flavor = "multi_thread")]
async fn codes_that_pass_are_survived() {
    for code in [10107, 91, 11602, 112, 12587] {
        let data = doc! { "failCommands": ["create"], "errorCode": code };
        let (_, finished) = applied(2, data).await;
        assert_eq!(finished.code, Some(0), "{code}: {finished:?}");
        assert!(finished.err.contains("tried again"), "{code}: {finished:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_they_are_in_what_is_read_and_recorded() {
    for command in ["listIndexes", "find", "update", "findAndModify"] {
        let data = doc! { "failCommands": [command], "errorCode": 11600 };
        let (_, finished) = applied(2, data).await;
        assert_eq!(finished.code, Some(0), "{command}: {finished:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_failures_are_not_tried_again() {
    let data = doc! { "failCommands": ["create"], "errorCode": 96 };
    let (_, finished) = applied(1, data).await;
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(!finished.err.contains("tried again"), "{finished:?}");
}

/// The change is made; whether it stays is shown by planning again.
#[tokio::test(flavor = "multi_thread")]
async fn an_unconfirmed_majority_is_told_and_no_failure() {
    let concern = doc! { "code": 64, "errmsg": "waiting for replication timed out" };
    for command in ["createIndexes", "update"] {
        let data = doc! { "failCommands": [command], "writeConcernError": concern.clone() };
        let (site, finished) = applied(2, data).await;
        assert_eq!(finished.code, Some(0), "{command}: {finished:?}");
        let said = "no majority of the replica set confirmed it in time";
        assert!(finished.err.contains(said), "{command}: {finished:?}");
        assert_eq!(site.run("plan --exit-code").code, Some(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_is_up_says_what_is_left() {
    let data = doc! { "failCommands": ["createIndexes"], "errorCode": 50 };
    let (_, finished) = applied(1, data).await;
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.err.contains("gave up the build"), "{finished:?}");
    assert!(finished.err.contains("--max-time"), "{finished:?}");
}

/// CASES 27: the codes with which each make refuses.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lacks_a_command_is_said_to() {
    let refused = [59, 115, 238].map(|code| ("create", code));
    for (command, code) in refused.into_iter().chain([("createIndexes", 115)]) {
        let data = doc! { "failCommands": [command], "errorCode": code };
        let (_, finished) = applied(1, data).await;
        assert_eq!(finished.code, Some(1), "{code}: {finished:?}");
        let said = format!("does not support what `{command}` asks for");
        assert!(finished.err.contains(&said), "{code}: {finished:?}");
    }
}

/// CASES 27: what changes a validator or an expiry is refused, in one sentence and without harm.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lacks_coll_mod_is_said_to() {
    let expiring =
        |seconds: i32| doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": seconds };
    let mut site = Site::declaring(doc! {}, vec![expiring(60)]).await;
    assert_eq!(site.run("apply --yes").code, Some(0));
    let before = site.index("at_1").await;
    site.declares(vec![expiring(90)]);
    let data = doc! { "failCommands": ["collMod"], "errorCode": 115 };
    let fault = Fault::new(&site, 1, data).await;
    let finished = site.run("apply --yes");
    fault.off().await;
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let said = "does not support what `collMod` asks for";
    assert!(finished.err.contains(said), "{finished:?}");
    assert_eq!(site.index("at_1").await, before);
    assert_eq!(site.run("apply --yes").code, Some(0));
}

/// CASES 27: as Amazon DocumentDB answers to a validator.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_validators_is_said_to_lack_them() {
    let server = ThrowAway::start().await.expect("a server");
    let lacks = "Feature not supported: $jsonSchema";
    let proxy = Proxy::before(server.uri(), move |command| match command {
        "create" => Verdict::Refuse(303, lacks),
        _ => Verdict::Pass,
    });
    let line = "apply --yes --db lacking";
    let mut command = crate::support::fixture(line);
    let finished = crate::support::finished(command.env("MONGODB_URI", proxy.uri()));
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let said = "does not support what `create` asks for";
    assert!(finished.err.contains(said), "{finished:?}");
    assert!(finished.err.contains(lacks), "{finished:?}");
    assert!(!finished.err.contains("tried again"), "{finished:?}");
}

/// `create` and `createIndexes` would be refused the second time.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_whose_reply_is_lost_is_not_sent_twice() {
    for lost in ["create", "createIndexes", "findAndModify", "update"] {
        let server = ThrowAway::start().await.expect("a server");
        let is_lost = AtomicBool::new(false);
        let proxy = Proxy::before(server.uri(), move |command| {
            if command == lost && !is_lost.swap(true, Ordering::SeqCst) {
                Verdict::LoseReply
            } else {
                Verdict::Pass
            }
        });
        let finished = crate::support::finished(
            crate::support::fixture("apply --yes --db lost").env("MONGODB_URI", proxy.uri()),
        );
        assert_eq!(finished.code, Some(0), "{lost}: {finished:?}");
        let uri = server.uri();
        let again = crate::support::fixture("plan --exit-code --db lost")
            .env("MONGODB_URI", uri)
            .output();
        assert_eq!(again.expect("it runs").status.code(), Some(0), "{lost}");
    }
}
