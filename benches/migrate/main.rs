//! A migration of the tracker's tasks, beside the bare driver's bulk writes of the same changes.
//!
//! `cargo bench -p mongo-schema-benches --features server --bench migrate` fills a throw-away server
//! with tasks of version 1 and takes turns: `update` commands by the driver alone, of as many
//! documents at a time and as many commands at a time, with the same write concern, for changes that
//! were put together before the clock starts; the same with the documents read first; and a whole
//! migration, from its first look to the end of its last. The least of several turns counts.
//! `MIGRATE_DOCUMENTS` sets another number of tasks.

#[path = "../plan/memory.rs"]
mod memory;
mod peer;

use std::time::{Duration, Instant};

use bson::{DateTime, Document, doc, oid::ObjectId};
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

#[tokio::main]
async fn main() -> Outcome<()> {
    let count = std::env::var("MIGRATE_DOCUMENTS").map_or(Ok(100_000), |it| it.parse())?;
    let throw_away = ThrowAway::start().await?;
    let client = Client::with_uri_str(throw_away.uri()).await?;
    let database = client.database(DATABASE);
    let manner = Manner {
        max_time: None,
        parallel: 8,
    };
    let server = Server::connect(throw_away.uri(), DATABASE, manner).await?;
    let (mut writes, mut both, mut whole) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..TURNS {
        fill(&database, count).await?;
        writes = writes.min(peer::writes(&database).await?);
        fill(&database, count).await?;
        both = both.min(peer::reads_and_writes(&database).await?);
        fill(&database, count).await?;
        whole = whole.min(turn(&server).await?);
    }
    #[allow(clippy::cast_precision_loss)] // far fewer than 2^52
    let rate = |took: Duration| count as f64 / took.as_secs_f64();
    println!("{count} tasks, {BATCH} at a time, {PARALLEL} batches beside each other");
    println!(
        "{:>32}: {:.0} a second",
        "the driver's writes alone",
        rate(writes)
    );
    println!(
        "{:>32}: {:.0} a second",
        "the driver's reads and writes",
        rate(both)
    );
    println!("{:>32}: {:.0} a second", "the whole migration", rate(whole));
    println!(
        "a ratio of {:.2} to the writes alone",
        rate(whole) / rate(writes)
    );
    for count in [count / 4, count] {
        fill(&database, count).await?;
        let before = memory::reset_peak();
        turn(&server).await?;
        let added = memory::peak().saturating_sub(before);
        println!("at most {added} KiB more memory for {count} tasks");
    }
    Ok(())
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

/// What the driver's own writes are told to do to a task.
fn update(task: &Document) -> Document {
    let labels: Vec<&str> = task
        .get_str("labels")
        .unwrap_or_default()
        .split(',')
        .collect();
    doc! {
        "q": { "_id": task.get("_id"), "schemaVersion": 1 },
        "u": { "$set": { "schemaVersion": 2, "labels": labels } },
    }
}
