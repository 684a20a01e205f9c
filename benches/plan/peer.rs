//! The driver's calls alone.

use std::time::{Duration, Instant};

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::Database;
use mongodb::error::Result;

use super::PARALLEL;

/// Lists the collections, and of each the indexes and its first document.
pub(crate) async fn turn(database: &Database) -> Result<Duration> {
    let start = Instant::now();
    let collections = listing(database, doc! { "listCollections": 1 }).await?;
    let names = collections.iter().filter_map(|it| it.get_str("name").ok());
    let reads = names.map(|name| async move {
        let indexes = listing(database, doc! { "listIndexes": name }).await?;
        let first =
            doc! { "find": name, "projection": { "_id": 1 }, "limit": 1, "singleBatch": true };
        let first = listing(database, first).await?;
        Ok((indexes, first))
    });
    let read: Result<Vec<_>> = stream::iter(reads)
        .buffer_unordered(PARALLEL)
        .try_collect()
        .await;
    std::hint::black_box(read?);
    Ok(start.elapsed())
}

async fn listing(database: &Database, command: Document) -> Result<Vec<Document>> {
    database
        .run_cursor_command(command)
        .await?
        .try_collect()
        .await
}
