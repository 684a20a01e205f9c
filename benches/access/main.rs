//! What a tenant-scoped operation costs beside the bare driver's of the same effect.
//!
//! `cargo bench -p mongo-schema-benches --features server --bench access` starts a throw-away server
//! and runs each operation by the bare driver and by a scoped handle in turns, one after the other, so
//! that whatever else the machine does meets both alike. Told are the medians and the ratio of their
//! sums without the slowest tenth, over several rounds. What the client alone spends, without a server,
//! is told as well: it is all that can differ, as both send the same commands.
//! `ACCESS_TURNS` sets another number of turns.

mod client;
mod turns;

use bson::{DateTime, doc, oid::ObjectId};
use mongodb::{Client, Collection, Database};
use schema_core::driver::{ScopedCollection, TenantScope};
use schema_xtask::dev_server::testing::ThrowAway;
use serde::{Deserialize, Serialize};
use turns::Turns;

/// How many turns each operation takes.
const TURNS: usize = 4000;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// A document of the size that applications keep.
#[derive(Debug, Clone, Serialize, Deserialize, schema_core::Collection)]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, project_id))]
pub(crate) struct Task {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    tenant_id: ObjectId,
    schema_version: i32,
    project_id: ObjectId,
    #[field(max_length = 200)]
    title: String,
    #[field(max_length = 2000)]
    description: String,
    #[field(max_items = 20)]
    labels: Vec<String>,
    position: i64,
    comment_count: i32,
    due_at: Option<DateTime>,
    created_at: DateTime,
}

impl Task {
    pub(crate) fn new(tenant_id: ObjectId) -> Self {
        Self {
            id: ObjectId::new(),
            tenant_id,
            schema_version: 1,
            project_id: ObjectId::new(),
            title: "Land on the moon before the decade is out".into(),
            description: "and return safely to the earth; ".repeat(10),
            labels: vec!["moon".into(), "urgent".into(), "crew".into()],
            position: 1 << 40,
            comment_count: 3,
            due_at: Some(DateTime::now()),
            created_at: DateTime::now(),
        }
    }
}

/// The same collection by the bare driver and by a handle.
pub(crate) struct Both {
    pub(crate) tenant: ObjectId,
    pub(crate) bare: Collection<Task>,
    pub(crate) scoped: ScopedCollection<Task>,
}

impl Both {
    pub(crate) fn of(database: &Database) -> Self {
        let tenant = ObjectId::new();
        Self {
            tenant,
            bare: database.collection("tasks"),
            scoped: TenantScope::new(database, tenant).collection(),
        }
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let turns = std::env::var("ACCESS_TURNS").map_or(Ok(TURNS), |it| it.parse())?;
    let server = ThrowAway::start().await?;
    let client = Client::with_uri_str(server.uri()).await?;
    let both = Both::of(&client.database("bench"));
    let task = Task::new(both.tenant);
    both.bare.insert_one(&task).await?;
    if let Ok(name) = std::env::var("ACCESS_ONLY") {
        return only(&both, &task, &name, turns).await;
    }
    client::tell(&both);
    find_one(&both, &task, turns).await?;
    insert_one(&both, turns).await
}

/// One operation by one of both and nothing else, for whoever counts instructions: `ACCESS_ONLY=find_bare`
/// under `perf stat -e instructions:u`, with two numbers of turns, of which the difference counts.
async fn only(both: &Both, task: &Task, name: &str, turns: usize) -> Outcome<()> {
    for _ in 0..turns {
        match name {
            "find_bare" => {
                let filter = doc! { "tenant_id": both.tenant, "_id": task.id };
                drop(both.bare.find_one(filter).await?);
            }
            "find_scoped" => drop(both.scoped.find_one(task.id).await?),
            "insert_bare" => drop(both.bare.insert_one(Task::new(both.tenant)).await?),
            "insert_scoped" => drop(both.scoped.insert_one(Task::new(both.tenant)).await?),
            other => return Err(format!("`ACCESS_ONLY={other}` is no operation").into()),
        }
    }
    Ok(())
}

async fn find_one(both: &Both, task: &Task, turns: usize) -> Outcome<()> {
    let mut times = Turns::default();
    for turn in 0..turns {
        let bare = async {
            let filter = doc! { "tenant_id": both.tenant, "_id": task.id };
            both.bare.find_one(filter).await.map(|it| it.is_some())
        };
        let scoped = async { both.scoped.find_one(task.id).await.map(|it| it.is_some()) };
        times.take(turn, bare, scoped).await?;
    }
    times.tell("find_one by id");
    Ok(())
}

async fn insert_one(both: &Both, turns: usize) -> Outcome<()> {
    let mut times = Turns::default();
    for turn in 0..turns {
        let (one, other) = (Task::new(both.tenant), Task::new(both.tenant));
        let bare = async { both.bare.insert_one(&one).await.map(|_| true) };
        let scoped = async { both.scoped.insert_one(&other).await.map(|_| true) };
        times.take(turn, bare, scoped).await?;
    }
    times.tell("insert_one");
    Ok(())
}
