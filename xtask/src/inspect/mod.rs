//! Reads the live state of a database.
//!
//! Raw commands, not the driver's typed listings: those lose the options they do not know.

mod entry;

use std::collections::BTreeSet;

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream, try_join};
use schema_core::declared::DeclaredDatabase;

use crate::bookkeeping::{self, objects};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::live::{LiveCollection, LiveDatabase, LiveKind, Owned};
use entry::Entry;

/// Reads what planning needs to know: all collections' names, kinds and options; of those that are
/// declared or owned, also the indexes and whether they hold documents.
///
/// Two bounded reads for each of the latter, as many at a time as the connection's manner allows.
/// What is neither declared nor owned gets no read of its own, and so needs no privilege: its
/// `indexes` are empty and its `has_documents` is false. `system.*` and the tool's own collections
/// are left out. A collection that vanishes in between is taken as absent.
pub async fn database(server: &Server, declared: &DeclaredDatabase) -> Result<LiveDatabase> {
    let (entries, owned) = try_join!(
        entries(server, doc! {}),
        objects::owned(server, &declared.name)
    )?;
    let wanted = wanted(declared, &owned);
    let reads = entries.into_iter().map(|entry| {
        let read_inside = wanted.contains(&entry.name);
        async move {
            if read_inside {
                inside(server, entry).await
            } else {
                Ok(Some(entry.outside()))
            }
        }
    });
    let mut collections: Vec<LiveCollection> = stream::iter(reads)
        .buffer_unordered(server.parallel())
        .try_filter_map(|collection| async { Ok(collection) })
        .try_collect()
        .await?;
    collections.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(LiveDatabase {
        collections,
        owned,
        ..LiveDatabase::default()
    })
}

/// Reads one collection; none where it does not exist.
pub async fn collection(server: &Server, name: &str) -> Result<Option<LiveCollection>> {
    let found = entries(server, doc! { "name": name }).await?;
    match found.into_iter().next() {
        Some(entry) => inside(server, entry).await,
        None => Ok(None),
    }
}

async fn entries(server: &Server, filter: Document) -> Result<Vec<Entry>> {
    let listed = server
        .listing(doc! { "listCollections": 1, "filter": filter })
        .await?;
    let entries = listed.into_iter().filter_map(Entry::of);
    Ok(entries.filter(|entry| !is_hidden(&entry.name)).collect())
}

/// The server's own collections (`system.views`, `system.buckets.…`) and the tool's.
fn is_hidden(collection: &str) -> bool {
    collection.starts_with("system.") || bookkeeping::is_own(collection)
}

fn wanted(declared: &DeclaredDatabase, owned: &Owned) -> BTreeSet<String> {
    let declared = declared
        .collections
        .iter()
        .map(|collection| &collection.name);
    let with_indexes = owned.indexes.iter().map(|(collection, _)| collection);
    declared
        .chain(&owned.collections)
        .chain(with_indexes)
        .cloned()
        .collect()
}

async fn inside(server: &Server, entry: Entry) -> Result<Option<LiveCollection>> {
    if entry.kind == LiveKind::View {
        return Ok(Some(entry.outside()));
    }
    let Some(indexes) = indexes(server, &entry.name).await? else {
        return Ok(None);
    };
    let has_documents = has_documents(server, &entry.name).await?;
    Ok(Some(LiveCollection {
        indexes,
        has_documents,
        ..entry.outside()
    }))
}

/// The finished indexes of a collection; none where the collection is gone.
///
/// An index that is still being built is left out: asking for it again joins the build.
async fn indexes(server: &Server, collection: &str) -> Result<Option<Vec<Document>>> {
    let command = doc! { "listIndexes": collection, "includeBuildUUIDs": true };
    match server.listing(command).await {
        Ok(listed) => Ok(Some(listed.into_iter().filter(is_finished).collect())),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// With `includeBuildUUIDs` an index in progress is listed as `{spec, buildUUID}`.
fn is_finished(listed: &Document) -> bool {
    !listed.contains_key("buildUUID")
}

async fn has_documents(server: &Server, collection: &str) -> Result<bool> {
    let first = doc! {
        "find": collection, "projection": { "_id": 1 }, "limit": 1, "singleBatch": true,
    };
    Ok(!server.listing(first).await?.is_empty())
}
