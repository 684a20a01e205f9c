//! Convergence: from any live state, an apply leaves a database whose next plan is empty, but for
//! what it held or blocked with a reason, and touches nothing that it should not. (CASES 7, 12, 13: each
//! step is verified by the normal form that it was planned by.)
//!
//! `CONVERGENCE_PAIRS` sets how many pairs of a live and a declared state are drawn, and
//! `CONVERGENCE_SEED` (printed by each run) draws the same ones again.

#[path = "convergence/drawn.rs"]
mod drawn;
#[path = "convergence/lived.rs"]
mod lived;
mod plan_support;

use std::collections::BTreeMap;
use std::time::Duration;

use bson::{Document, doc};
use drawn::{Life, lives};
use mongodb::Database;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use schema_core::declared::DeclaredDatabase;
use schema_xtask::apply::{self, Audience, Interrupt, Job, Outcome};
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::TestDatabase;
use schema_xtask::error::Result;
use schema_xtask::plan::{self, Change, Plan, Scope, Status};
use schema_xtask::{data, inspect};

/// How many pairs are drawn where nothing else is said.
const PAIRS: u32 = 500;
/// How many draw and apply at the same time.
const THREADS: u8 = 2;

#[test]
fn every_state_converges() {
    let pairs = number("CONVERGENCE_PAIRS").map_or(PAIRS, |pairs| pairs as u32);
    let seed = number("CONVERGENCE_SEED").unwrap_or_else(fresh_seed);
    println!("CONVERGENCE_SEED={seed} CONVERGENCE_PAIRS={pairs}");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || run(seed, thread, pairs / u32::from(THREADS))))
            .collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("`{variable}` is no number")),
    )
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    u64::from(now.expect("a clock after 1970").subsec_nanos())
}

fn run(seed: u64, thread: u8, pairs: u32) {
    let mut bytes = [thread; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: pairs,
        max_shrink_iters: 60,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&lives(), |life| runtime.block_on(converges(&life)));
    if let Err(error) = outcome {
        panic!("CONVERGENCE_SEED={seed}, thread {thread}: {error}");
    }
}

async fn converges(life: &Life) -> std::result::Result<(), TestCaseError> {
    let database = TestDatabase::create()
        .await
        .expect("a server to test against");
    applied(&database, &life.before).await;
    for deed in &life.deeds {
        lived::done(&database.database(), deed).await;
    }
    let kept = Kept::read(&database.database()).await;
    let outcome = applied(&database, &life.after).await;
    if let Some(error) = &outcome.stopped {
        return Err(TestCaseError::fail(format!("stopped: {error}")));
    }
    let first = &outcome.plan;
    every_rest_has_a_reason(first)?;
    let second = planned(&database, &life.after).await;
    same_rest(first, &second)?;
    kept.is_there(&Kept::read(&database.database()).await, life)?;
    // The same command again changes nothing either.
    let again = applied(&database, &life.after).await;
    let touched = again
        .plan
        .changes
        .iter()
        .find(|it| it.status == Status::Applied);
    match touched {
        Some(change) => Err(TestCaseError::fail(format!(
            "applied again: {}",
            told([change])
        ))),
        None => Ok(()),
    }
}

/// What was not applied says why, and is not said to have failed.
fn every_rest_has_a_reason(plan: &Plan) -> std::result::Result<(), TestCaseError> {
    let wrong = plan.changes.iter().find(|change| match change.status {
        Status::Applied => false,
        Status::Held | Status::Blocked => change.notes.is_empty(),
        Status::Planned | Status::Skipped | Status::Failed => true,
    });
    wrong.map_or(Ok(()), |change| {
        Err(TestCaseError::fail(format!(
            "not applied without a reason: {}",
            told([change])
        )))
    })
}

/// The change's id, with the declared name where the index would have got a spare one: that may have
/// become free meanwhile.
fn declared_id(change: &Change) -> String {
    let id = change.id();
    match id.rsplit_once('_') {
        Some((declared, hash))
            if hash.len() == 8 && hash.chars().all(|ch| ch.is_ascii_hexdigit()) =>
        {
            declared.to_owned()
        }
        _ => id,
    }
}

fn told<'a>(changes: impl IntoIterator<Item = &'a Change>) -> String {
    let line = |change: &Change| {
        let command = drawn::json(&change.command);
        let (status, notes, error) = (change.status, &change.notes, &change.error);
        format!("\n  {} {status} {notes:?} {error:?} {command}", change.id())
    };
    changes.into_iter().map(line).collect()
}

/// The next plan has what was held or blocked, and nothing else.
fn same_rest(first: &Plan, second: &Plan) -> std::result::Result<(), TestCaseError> {
    let rest = |plan: &Plan| -> Vec<String> {
        let left = plan
            .changes
            .iter()
            .filter(|it| it.status != Status::Applied);
        left.map(declared_id).collect()
    };
    if rest(first) == rest(second) {
        Ok(())
    } else {
        Err(TestCaseError::fail(format!(
            "left {}\nplanned next {}",
            told(&first.changes),
            told(&second.changes)
        )))
    }
}

/// What an apply has to leave alone.
struct Kept {
    /// How many documents each collection holds.
    documents: BTreeMap<String, u64>,
    /// The indexes of collections that nobody declared.
    foreign: BTreeMap<String, Vec<Document>>,
    /// The names of indexes that were made by hand.
    by_hand: BTreeMap<String, Vec<Document>>,
}

impl Kept {
    async fn read(database: &Database) -> Self {
        let mut kept = Self {
            documents: BTreeMap::new(),
            foreign: BTreeMap::new(),
            by_hand: BTreeMap::new(),
        };
        for name in database.list_collection_names().await.expect("a listing") {
            if name.starts_with("_schema.") {
                continue;
            }
            let count = database
                .collection::<Document>(&name)
                .count_documents(doc! {})
                .await;
            kept.documents.insert(name.clone(), count.expect("a count"));
            let indexes = lived::listed(database, &name).await;
            if name.starts_with("foreign_") {
                kept.foreign.insert(name, indexes);
            } else {
                kept.by_hand.insert(name, indexes);
            }
        }
        kept
    }

    /// No document is lost, and no index that is neither declared nor the tool's own.
    fn is_there(&self, now: &Self, life: &Life) -> std::result::Result<(), TestCaseError> {
        let fault = |what: &str| Err(TestCaseError::fail(format!("{what} is not as it was")));
        for (name, count) in &self.documents {
            if now.documents.get(name) != Some(count) {
                return fault(&format!("the number of documents of `{name}`"));
            }
        }
        if self.foreign != now.foreign {
            return fault("a collection that nobody declared");
        }
        let is_declared = |name: &String| life.after.collections.iter().any(|it| it.name == *name);
        for (name, indexes) in self.by_hand.iter().filter(|(name, _)| !is_declared(name)) {
            let hand_made = |specs: &[Document]| -> Vec<Document> {
                let made = specs
                    .iter()
                    .filter(|it| it.get_str("name").is_ok_and(|name| name == "hand_made"));
                made.cloned().collect()
            };
            if hand_made(indexes) != now.by_hand.get(name).map_or(vec![], |it| hand_made(it)) {
                return fault(&format!("an index of `{name}` that was made by hand"));
            }
        }
        Ok(())
    }
}

/// Everything at once: what waits for time waits for none.
fn scope() -> Scope {
    Scope {
        observe: Duration::ZERO,
        hide_for: Duration::ZERO,
        ..Scope::default()
    }
}

async fn server(database: &TestDatabase) -> Server {
    let manner = Manner {
        max_time: None,
        parallel: 2,
    };
    let connected = Server::connect(database.uri(), database.name(), manner).await;
    connected.expect("a connection")
}

async fn applied(database: &TestDatabase, declared: &DeclaredDatabase) -> Outcome {
    let server = server(database).await;
    let (_asked, count) = tokio::sync::watch::channel(0);
    let job = Job {
        server: &server,
        declared,
        scope: &scope(),
        yes: true,
        allow_destructive: true,
        allow_older_schema: true,
        builds: 1,
        commit_quorum: None,
        interrupt: &Interrupt::from_count(count),
    };
    apply::run(&job, &mut Nobody).await.expect("an outcome")
}

async fn planned(database: &TestDatabase, declared: &DeclaredDatabase) -> Plan {
    let server = server(database).await;
    let live = inspect::database(&server, declared, &[]).await;
    let live = live.expect("a live state");
    let mut plan = plan::make(declared, &live, server.name(), &scope());
    let findings = data::look(&server, &plan, live.now).await;
    plan::weigh(&mut plan, &findings.expect("findings"));
    plan::settle(&mut plan.changes);
    plan
}

/// Sees nothing and agrees to all.
struct Nobody;

impl Audience for Nobody {
    fn shown(&mut self, _: &Plan) -> Result<()> {
        Ok(())
    }

    async fn confirmed(&mut self, _: &Plan) -> Result<bool> {
        Ok(true)
    }

    fn starts(&mut self, _: &Change) {}

    fn ended(&mut self, _: &Change, _: Duration) {}
}
