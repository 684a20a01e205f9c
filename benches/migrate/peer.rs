//! The driver's calls alone.

use std::time::{Duration, Instant};

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::Database;
use mongodb::error::Result;

use super::{BATCH, PARALLEL, update};

/// The time of the writes, whose changes are put together before.
pub(crate) async fn writes(database: &Database) -> Result<Duration> {
    let batches = batches(database).await?;
    let commands: Vec<Document> = batches.iter().map(|batch| command(batch)).collect();
    let start = Instant::now();
    let sent = commands
        .into_iter()
        .map(|command| database.run_command(command).into_future());
    let sent: Vec<Document> = stream::iter(sent)
        .buffer_unordered(PARALLEL.into())
        .try_collect()
        .await?;
    std::hint::black_box(sent);
    Ok(start.elapsed())
}

/// The time of reading the documents, putting the changes together, and writing them.
pub(crate) async fn reads_and_writes(database: &Database) -> Result<Duration> {
    let start = Instant::now();
    let found = database
        .collection::<Document>("tasks")
        .find(doc! { "schemaVersion": 1 })
        .sort(doc! { "_id": 1 })
        .batch_size(BATCH)
        .await?;
    let batches = found.try_chunks(BATCH as usize).map_err(|error| error.1);
    batches
        .try_for_each_concurrent(usize::from(PARALLEL), |batch| async move {
            database.run_command(command(&batch)).await.map(drop)
        })
        .await?;
    Ok(start.elapsed())
}

async fn batches(database: &Database) -> Result<Vec<Vec<Document>>> {
    let tasks = database.collection::<Document>("tasks");
    let found = tasks.find(doc! {}).sort(doc! { "_id": 1 }).await?;
    found
        .try_chunks(BATCH as usize)
        .map_err(|error| error.1)
        .try_collect()
        .await
}

fn command(batch: &[Document]) -> Document {
    doc! {
        "update": "tasks", "updates": batch.iter().map(update).collect::<Vec<_>>(),
        "ordered": false, "writeConcern": { "w": "majority" },
    }
}
