//! Index builds: begun or joined, watched, and waited for.

use std::time::{Duration, Instant};

use bson::{Bson, Document};

use super::{Job, progress, retry};
use crate::connect::{Build, Event, Failure};
use crate::error::{Error, Result};
use crate::inspect;
use crate::live::{Make, Topology};

/// How often a build is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Runs `createIndexes` once, and shows how far the build is.
///
/// Where the same indexes are being built already, for a client that was killed or another one, the
/// server makes the command wait for that build (MongoDB's source, `create_indexes_cmd.cpp`).
pub(super) async fn build(
    job: &Job<'_>,
    command: &Document,
) -> std::result::Result<Document, Failure> {
    let mut told = command.clone();
    if let Some(quorum) = quorum(job).await {
        told.insert("commitQuorum", quorum);
    }
    let collection = retry::collection(command);
    let names = index_names(command);
    let reply = tokio::select! {
        reply = job.server.attempt_change(told) => reply,
        () = watch(job, collection, &names) => unreachable!("it looks for ever"),
    };
    job.server.tell(&Event::Built {
        collection: collection.to_owned(),
        indexes: names,
    });
    reply
}

/// The commit quorum, where the server has one: replica sets of MongoDB's own, from 4.4 on (manual,
/// "createIndexes").
async fn quorum(job: &Job<'_>) -> Option<Bson> {
    let wanted = job.commit_quorum?;
    let facts = job.server.facts().await.ok()?;
    let has_one = facts.make == Make::MongoDb
        && facts.topology != Topology::Standalone
        && facts.at_least(4, 4);
    has_one.then(|| wanted.clone())
}

/// Shows how far the build is, until the end of time.
async fn watch(job: &Job<'_>, collection: &str, indexes: &str) {
    let begin = Instant::now();
    loop {
        tokio::time::sleep(LOOK).await;
        let progress = progress::of(job.server, collection).await;
        job.server.tell(&Event::Building(Build {
            collection: collection.to_owned(),
            indexes: indexes.to_owned(),
            awaited: false,
            progress,
            elapsed: begin.elapsed(),
        }));
    }
}

/// Waits until no index of the collection is being built; whether one was.
///
/// # Errors
///
/// [`Error::Interrupted`] where somebody wants an end: it is not this apply's build.
pub(super) async fn until_none(job: &Job<'_>, collection: &str) -> Result<bool> {
    let begin = Instant::now();
    let mut seen = None;
    loop {
        let building = inspect::building(job.server, collection).await?;
        if building.is_empty() {
            break;
        }
        let indexes = names(&building);
        job.server.tell(&Event::Building(Build {
            collection: collection.to_owned(),
            indexes: indexes.clone(),
            awaited: true,
            progress: progress::of(job.server, collection).await,
            elapsed: begin.elapsed(),
        }));
        seen = Some(indexes);
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = job.interrupt.wait(1) => return Err(not_awaited(collection)),
        }
    }
    let was_one = seen.is_some();
    if let Some(indexes) = seen {
        let collection = collection.to_owned();
        job.server.tell(&Event::Built {
            collection,
            indexes,
        });
    }
    Ok(was_one)
}

fn not_awaited(collection: &str) -> Error {
    Error::Interrupted(format!(
        "an index of `{collection}` is still being built, and what waits for that was not begun"
    ))
}

fn names(specifications: &[Document]) -> String {
    let names = specifications
        .iter()
        .filter_map(|it| it.get_str("name").ok());
    names.collect::<Vec<_>>().join(", ")
}

fn index_names(command: &Document) -> String {
    let specifications = command.get_array("indexes").map(Vec::as_slice);
    let specifications = specifications.unwrap_or_default().iter();
    let documents: Vec<Document> = specifications
        .filter_map(|it| it.as_document().cloned())
        .collect();
    names(&documents)
}
