//! Servers that are killed under an apply, and come back.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use bson::{Document, doc};
use mongodb::Client;
use schema_xtask::dev_server::testing::Mortal;

use crate::proxy::{Proxy, Verdict, writes};
use crate::support::{Finished, finished, fixture};

fn run(uri: &str, name: &str, schema: &str, arguments: &str) -> Finished {
    let mut command = fixture(arguments);
    finished(
        command
            .env("FIXTURE", schema)
            .env("MONGODB_URI", uri)
            .env("MONGODB_DB", name),
    )
}

/// Kills the server when it gets the command number `at` of an apply, and starts it again on its
/// data; how the apply ended, and whether it got so far.
async fn killed_at(server: &mut Mortal, name: &str, at: usize) -> (Finished, bool) {
    let (strike, struck) = mpsc::channel::<()>();
    let (alive, lives) = mpsc::channel::<()>();
    let (strike, lives) = (Mutex::new(strike), Mutex::new(lives));
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&seen);
    let proxy = Proxy::before(server.uri(), move |command| {
        if writes(command) && counted.fetch_add(1, Ordering::SeqCst) == at {
            strike
                .lock()
                .expect("a channel")
                .send(())
                .expect("somebody listens");
            lives
                .lock()
                .expect("a channel")
                .recv()
                .expect("the server is back");
            return Verdict::Cut;
        }
        Verdict::Pass
    });
    let (uri, target) = (proxy.uri(), proxy.target());
    let name = name.to_owned();
    let apply = tokio::task::spawn_blocking(move || run(&uri, &name, "new", "apply --yes"));
    loop {
        if apply.is_finished() {
            break;
        }
        if struck.try_recv().is_ok() {
            server.restart().await.expect("it starts again");
            Proxy::retarget(&target, server.uri());
            alive.send(()).expect("the proxy waits");
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    (
        apply.await.expect("no panic"),
        seen.load(Ordering::SeqCst) > at,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_apply_survives_a_server_that_is_killed_at_any_command() {
    let mut server = Mortal::start().await.expect("a server");
    for at in (0..ENOUGH).step_by(3) {
        let name = format!("crash_{at}");
        let made = run(server.uri(), &name, "old", "apply --yes");
        assert_eq!(made.code, Some(0), "{made:?}");
        let client = Client::with_uri_str(server.uri()).await.expect("a client");
        let tasks = client.database(&name).collection::<Document>("tasks");
        let documents = (0..20).map(|n| doc! { "code": n });
        tasks.insert_many(documents).await.expect("documents");

        let (finished, was_killed) = killed_at(&mut server, &name, at).await;
        assert!(
            [Some(0), Some(2)].contains(&finished.code),
            "command {at}: {finished:?}"
        );
        let client = Client::with_uri_str(server.uri()).await.expect("a client");
        let tasks = client.database(&name).collection::<Document>("tasks");
        assert_eq!(tasks.count_documents(doc! {}).await.expect("a count"), 20);
        let again = run(
            server.uri(),
            &name,
            "new",
            "apply --yes --allow destructive --hide-for 0s",
        );
        assert!(again.err.contains("as declared"), "command {at}: {again:?}");
        if !was_killed {
            return;
        }
    }
    panic!("the apply never ends");
}

/// A bound that no apply of the fixture reaches.
const ENOUGH: usize = 200;
