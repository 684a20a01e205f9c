//! Writes generated documents to a server: batches that are made and sent beside each other.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use bson::{Document, RawDocumentBuf, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::error::{ErrorKind, IndexedWriteError};
use schema_core::codes::DUPLICATE_KEY;

use super::world::World;
use crate::connect::Server;
use crate::error::{Error, Result};

/// The most documents of a batch.
const MOST_DOCUMENTS: u64 = 1_000;
/// About how many bytes a batch has at most, where that is less.
const MOST_BYTES: u64 = 2 << 20;

/// Inserts all of a world's documents, parents first, and tells of each batch how many it had.
///
/// Batches are made and sent by as many workers as the connection's manner allows, each of which
/// holds one batch, so memory does not depend on how many documents there are.
///
/// # Errors
///
/// A document that the server refuses ([`Error::Refused`]), and whatever keeps it from answering.
/// What was inserted before stays.
pub async fn fill(server: &Server, world: &Arc<World>, done: &(dyn Fn(u64) + Sync)) -> Result<()> {
    for (collection, count) in world.filled() {
        let batches = batches(world, collection, count);
        stream::iter(batches)
            .map(|range| batch(server, world, collection, range))
            .buffer_unordered(server.parallel())
            .try_for_each(|inserted| {
                done(inserted);
                std::future::ready(Ok(()))
            })
            .await?;
    }
    Ok(())
}

/// The numbers of the documents of each batch.
fn batches(world: &World, collection: usize, count: u64) -> impl Iterator<Item = Range<u64>> {
    let first = RawDocumentBuf::try_from(&world.document(collection, 0));
    let bytes = first.map_or(1, |first| first.as_bytes().len() as u64);
    let size = (MOST_BYTES / bytes.max(1)).clamp(1, MOST_DOCUMENTS);
    let starts = (0..count).step_by(size as usize);
    starts.map(move |start| start..(start + size).min(count))
}

async fn batch(
    server: &Server,
    world: &Arc<World>,
    collection: usize,
    range: Range<u64>,
) -> Result<u64> {
    let name = world.name(collection).to_owned();
    let world = Arc::clone(world);
    let count = range.end - range.start;
    let made = tokio::task::spawn_blocking(move || made(&world, collection, range));
    let documents = made.await.map_err(std::io::Error::other)?;
    let documents = documents.map_err(std::io::Error::other)?;
    insert(server, &name, &documents).await?;
    Ok(count)
}

fn made(
    world: &World,
    collection: usize,
    range: Range<u64>,
) -> std::result::Result<Vec<RawDocumentBuf>, bson::error::Error> {
    range
        .map(|number| RawDocumentBuf::try_from(&world.document(collection, number)))
        .collect()
}

/// Inserts a batch, again where the answer was lost: what the first attempt has inserted is then a
/// duplicate of itself.
async fn insert(server: &Server, collection: &str, documents: &[RawDocumentBuf]) -> Result<()> {
    let command = doc! { "insert": collection };
    let is_again = Cell::new(false);
    let refused = server.patiently(&command, || async {
        let again = is_again.replace(true);
        let into = server.raw_collection(collection);
        match into.insert_many(documents).ordered(false).await {
            Ok(_) => Ok(None),
            Err(error) => match error.kind.as_ref() {
                ErrorKind::InsertMany(many) => match &many.write_errors {
                    Some(errors) => Ok(first_refused(errors, again)),
                    None => Err(error),
                },
                _ => Err(error),
            },
        }
    });
    match refused.await? {
        None => Ok(()),
        Some(error) => Err(Error::Refused {
            namespace: format!("{}.{collection}", server.name()),
            why: why(&error),
        }),
    }
}

fn first_refused(errors: &[IndexedWriteError], again: bool) -> Option<IndexedWriteError> {
    let mut errors = errors.iter();
    errors
        .find(|error| !(again && error.code == DUPLICATE_KEY))
        .cloned()
}

/// What the server said of a document, with the rule that it breaks.
fn why(error: &IndexedWriteError) -> String {
    let rule = error.details.as_ref().and_then(|details: &Document| {
        let details = details.get_document("details").ok()?;
        Some(bson::Bson::from(details.clone()).into_relaxed_extjson())
    });
    let advice = match error.code {
        DUPLICATE_KEY => "; documents of this seed are there already, give another `--seed`",
        _ => "",
    };
    match rule {
        Some(rule) => format!("{} ({}): {rule}", error.message, error.code),
        None => format!("{} ({}){advice}", error.message, error.code),
    }
}
