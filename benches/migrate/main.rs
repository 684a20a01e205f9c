//! A migration of the tracker's tasks, beside the bare driver's bulk writes of the same changes.
//!
//! `cargo bench -p mongo-schema-benches --features server --bench migrate` fills a throw-away server
//! with tasks of version 1 and takes turns: `bulk_write` of the driver alone, of as many documents at a
//! time and as many batches at a time, unordered and with the same write concern, for changes that
//! were put together before the clock starts; the same with the documents read first; and a whole
//! migration, from its first look to the end of its last. The least of several turns counts. Then
//! migrations of two sizes, each in a process of its own, tell the most memory that they take.
//! `MIGRATE_DOCUMENTS` sets another number of tasks.

#[path = "../plan/memory.rs"]
mod memory;
mod peer;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bson::{DateTime, doc, oid::ObjectId};
use mongodb::{Client, Collection, Database};
use schema_core::{CollectionSchema, DatabaseSchema, render};
use schema_xtask::apply::Interrupt;
use schema_xtask::bookkeeping::migrations::State;
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::ThrowAway;
use schema_xtask::migrate::{self, Job, Settings};
use tracker::{Priority, Status, TaskV1, Tracker};

/// The database's name.
const DATABASE: &str = "bench";
/// How many documents are written at a time.
const BATCH: u32 = 1000;
/// How many batches are under way at a time.
const PARALLEL: u16 = 2;
/// How many turns each takes.
const TURNS: usize = 3;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Set for a process that migrates once: the server's address.
const ALONE: &str = "MIGRATE_ALONE";

#[tokio::main]
async fn main() -> Outcome<()> {
    if let Ok(uri) = std::env::var(ALONE) {
        let server = server(&uri).await?;
        let before = memory::reset_peak();
        turn(&server).await?;
        println!("{}", memory::peak().saturating_sub(before));
        return Ok(());
    }
    let count = std::env::var("MIGRATE_DOCUMENTS").map_or(Ok(100_000), |it| it.parse())?;
    let throw_away = ThrowAway::start().await?;
    let client = Client::with_uri_str(throw_away.uri()).await?;
    println!("{count} tasks, {BATCH} at a time, {PARALLEL} batches beside each other");
    rates(&client, &server(throw_away.uri()).await?, count).await?;
    for count in [count / 4, count] {
        fill(&client.database(DATABASE), count).await?;
        let added = alone(throw_away.uri())?;
        println!("at most {added} KiB more memory for {count} tasks");
    }
    Ok(())
}

async fn server(uri: &str) -> Outcome<Server> {
    let manner = Manner {
        max_time: None,
        parallel: 8,
    };
    Ok(Server::connect(uri, DATABASE, manner).await?)
}

/// Takes turns, and tells the best of each.
async fn rates(client: &Client, server: &Server, count: usize) -> Outcome<()> {
    let database = client.database(DATABASE);
    let tasks = database.collection("tasks");
    let (mut writes, mut both, mut whole) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..TURNS {
        fill(&database, count).await?;
        loosen(&database).await?;
        writes = writes.min(peer::writes(client, &tasks).await?);
        fill(&database, count).await?;
        loosen(&database).await?;
        both = both.min(peer::reads_and_writes(client, &tasks).await?);
        fill(&database, count).await?;
        whole = whole.min(turn(server).await?);
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let rate = |took: Duration| count as f64 / took.as_secs_f64();
    for (what, took) in [
        ("the driver's bulk writes alone", writes),
        ("the driver's reads and bulk writes", both),
        ("the whole migration", whole),
    ] {
        let (rate, ratio) = (rate(took), rate(took) / rate(writes));
        println!("{what:>34}: {rate:.0} a second, a ratio of {ratio:.2}");
    }
    Ok(())
}

/// The most memory, in KiB, that a process takes to migrate what is there, beyond what it had before.
fn alone(uri: &str) -> Outcome<u64> {
    let mut process = Command::new(std::env::current_exe()?);
    let output = process.env(ALONE, uri).stderr(Stdio::inherit()).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// A whole migration.
async fn turn(server: &Server) -> Outcome<Duration> {
    let (declared, upgrades) = (Tracker::declared(), Tracker::upgrades());
    let targets = migrate::targets(&declared, &upgrades, &[]);
    let interrupt = Interrupt::listen()?;
    let job = Job {
        server,
        declared: &declared,
        settings: Settings {
            batch_size: BATCH,
            workers: PARALLEL,
            ..Settings::default()
        },
        interrupt: &interrupt,
    };
    let start = Instant::now();
    let state = migrate::run(&job, &targets[0]).await?;
    let took = start.elapsed();
    assert_eq!(state, State::Done);
    Ok(took)
}

/// Tasks of version 1, under that version's validator, and nothing else.
async fn fill(database: &Database, count: usize) -> Outcome<()> {
    database.drop().await?;
    let mut create = doc! { "create": "tasks" };
    create.extend(render::collection(TaskV1::MODEL).options);
    database.run_command(create).await?;
    let tasks: Collection<TaskV1> = database.collection("tasks");
    let mut made = 0;
    while made < count {
        let chunk = (count - made).min(10_000);
        tasks.insert_many((made..made + chunk).map(task)).await?;
        made += chunk;
    }
    Ok(())
}

/// Sets the validator under which a migration writes.
async fn loosen(database: &Database) -> Outcome<()> {
    let (declared, upgrades) = (Tracker::declared(), Tracker::upgrades());
    let targets = migrate::targets(&declared, &upgrades, &[]);
    let schema = targets[0].versions.accepting(|_| true);
    let validator = doc! { "$jsonSchema": schema };
    let command = doc! { "collMod": targets[0].name(), "validator": validator };
    database.run_command(command).await?;
    Ok(())
}

fn task(number: usize) -> TaskV1 {
    TaskV1 {
        id: ObjectId::new(),
        tenant_id: ObjectId::from_bytes([1; 12]),
        schema_version: 1,
        project_id: ObjectId::from_bytes([2; 12]),
        title: format!("task {number}"),
        description: None,
        status: Status::Todo,
        priority: Priority::Normal,
        position: i64::try_from(number).unwrap_or(i64::MAX),
        labels: "bug,ui,later".to_owned(),
        assignee: None,
        comment_count: 0,
        due_at: None,
        created_at: DateTime::from_millis(1_700_000_000_000),
    }
}
