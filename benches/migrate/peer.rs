//! The driver's own bulk writes.

use std::time::{Duration, Instant};

use bson::{Document, doc};
use futures::{TryStreamExt, stream};
use mongodb::error::Result;
use mongodb::options::{UpdateOneModel, WriteConcern, WriteModel};
use mongodb::{Client, Collection};

use super::{BATCH, PARALLEL};

/// The time of the writes, whose changes are put together before.
pub(crate) async fn writes(client: &Client, tasks: &Collection<Document>) -> Result<Duration> {
    let found = tasks.find(doc! {}).sort(doc! { "_id": 1 }).await?;
    let found = found.try_chunks(BATCH as usize).map_err(|error| error.1);
    let batches: Vec<Vec<Document>> = found.try_collect().await?;
    let batches: Vec<_> = batches.iter().map(|batch| models(tasks, batch)).collect();
    let start = Instant::now();
    stream::iter(batches.into_iter().map(Ok))
        .try_for_each_concurrent(usize::from(PARALLEL), |batch| write(client, batch))
        .await?;
    Ok(start.elapsed())
}

/// The time of reading the documents, putting the changes together, and writing them.
pub(crate) async fn reads_and_writes(
    client: &Client,
    tasks: &Collection<Document>,
) -> Result<Duration> {
    let start = Instant::now();
    let found = tasks.find(doc! { "schemaVersion": 1 });
    let found = found.sort(doc! { "_id": 1 }).batch_size(BATCH).await?;
    found
        .try_chunks(BATCH as usize)
        .map_err(|error| error.1)
        .try_for_each_concurrent(usize::from(PARALLEL), |batch| {
            write(client, models(tasks, &batch))
        })
        .await?;
    Ok(start.elapsed())
}

async fn write(client: &Client, models: Vec<WriteModel>) -> Result<()> {
    let count = models.len();
    let write = client.bulk_write(models).ordered(false);
    let written = write.write_concern(WriteConcern::majority()).await?;
    assert_eq!(usize::try_from(written.modified_count).ok(), Some(count));
    Ok(())
}

fn models(tasks: &Collection<Document>, batch: &[Document]) -> Vec<WriteModel> {
    let models = batch.iter().map(|task| model(tasks, task));
    models.map(WriteModel::UpdateOne).collect()
}

/// As an application writes it by hand: only while the version and the labels are as they were read.
fn model(tasks: &Collection<Document>, task: &Document) -> UpdateOneModel {
    let labels = task.get_str("labels").unwrap_or_default();
    let filter = doc! { "_id": task.get("_id"), "schemaVersion": 1, "labels": labels };
    let labels: Vec<&str> = labels.split(',').collect();
    let update = doc! { "$set": { "schemaVersion": 2, "labels": labels } };
    UpdateOneModel::builder()
        .namespace(tasks.namespace())
        .filter(filter)
        .update(update)
        .build()
}
