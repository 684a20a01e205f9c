//! Applies that are killed at every boundary between two of their commands: right before the server
//! sees a command, and right after it has seen one whose reply then never comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use bson::{Document, doc};
use mongodb::{Client, Database};
use rustix::process::{Pid, Signal, kill_process};
use schema_xtask::dev_server::testing::ThrowAway;

use crate::proxy::{Proxy, Verdict, writes};
use crate::support::{Finished, finished, fixture};

const APPLY: &str = "apply --yes --allow destructive --hide-for 0s";
/// How many documents must still be there.
const DOCUMENTS: u64 = 50;
/// A bound that no apply of the fixture reaches.
const ENOUGH: usize = 200;

/// A server, and a fresh database on it for each run.
struct Ground {
    server: ThrowAway,
    client: Client,
    name: String,
}

impl Ground {
    async fn new() -> Self {
        let server = ThrowAway::start().await.expect("a server");
        let client = Client::with_uri_str(server.uri()).await.expect("a client");
        Self {
            server,
            client,
            name: String::new(),
        }
    }

    /// The older schema with documents in it, in a database that was not there before.
    async fn prepare(&mut self, number: usize) -> Database {
        self.name = format!("killed_{number}");
        let made = self.run("old", "apply --yes");
        assert_eq!(made.code, Some(0), "{made:?}");
        let database = self.client.database(&self.name);
        let documents = (0..DOCUMENTS).map(|n| doc! { "code": n as i64, "gone": 1 });
        let tasks = database.collection::<Document>("tasks");
        tasks.insert_many(documents).await.expect("documents");
        database
    }

    fn run(&self, schema: &str, arguments: &str) -> Finished {
        let uri = self.server.uri();
        let mut command = fixture(arguments);
        finished(
            command
                .env("FIXTURE", schema)
                .env("MONGODB_URI", uri)
                .env("MONGODB_DB", &self.name),
        )
    }

    /// Runs an apply and kills it at its command number `at`; whether it got so far.
    fn killed(&self, at: usize, verdict: Verdict) -> bool {
        let (seen, process) = (AtomicUsize::new(0), Arc::new(AtomicI32::new(0)));
        let victim = Arc::clone(&process);
        let proxy = Proxy::before(self.server.uri(), move |command| {
            if !writes(command) || seen.fetch_add(1, Ordering::SeqCst) != at {
                return Verdict::Pass;
            }
            let pid = Pid::from_raw(victim.load(Ordering::SeqCst)).expect("it runs");
            kill_process(pid, Signal::KILL).expect("SIGKILL");
            verdict
        });
        let mut command = fixture(APPLY);
        let command = command
            .env("FIXTURE", "new")
            .env("MONGODB_URI", proxy.uri())
            .env("MONGODB_DB", &self.name)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("it starts");
        process.store(
            i32::try_from(child.id()).expect("a number"),
            Ordering::SeqCst,
        );
        let status = child.wait().expect("it ends");
        status.code().is_none()
    }

    /// The next applies, until nothing is left to do.
    fn converge(&self, case: &str) {
        let first = self.run("new", APPLY);
        assert!(
            !first.err.contains("another apply is at work"),
            "{case}: the lock of a dead process is free at once: {first:?}"
        );
        let plan = || self.run("new", "plan --exit-code");
        if plan().code == Some(0) {
            return;
        }
        // What had to be hidden before it is dropped takes one more.
        let last = self.run("new", APPLY);
        let plan = plan();
        assert_eq!(plan.code, Some(0), "{case}: {first:?} {last:?} {plan:?}");
    }
}

async fn at_every_boundary(verdict: Verdict) {
    let mut ground = Ground::new().await;
    let mut at = 0;
    loop {
        let database = ground.prepare(at).await;
        let is_killed = ground.killed(at, verdict);
        ground.converge(&format!("{verdict:?} at command {at}"));
        let tasks = database.collection::<Document>("tasks");
        let left = tasks.count_documents(doc! {}).await.expect("a count");
        assert_eq!(left, DOCUMENTS, "no document is lost");
        let names = tasks.list_index_names().await.expect("names");
        assert!(!names.contains(&"gone_1".to_owned()), "{names:?}");
        let told = ground.run("new", "history");
        assert!(!told.out.contains(" running "), "{at}: {told:?}");
        database.drop().await.expect("a drop");
        if !is_killed {
            break;
        }
        at += 1;
        assert!(at < ENOUGH, "the apply never ends");
    }
    assert!(at > 10, "only {at} commands were seen");
}

#[tokio::test(flavor = "multi_thread")]
async fn before_each_command_the_next_apply_converges() {
    at_every_boundary(Verdict::Cut).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_each_command_the_next_apply_converges() {
    at_every_boundary(Verdict::LoseReply).await;
}
