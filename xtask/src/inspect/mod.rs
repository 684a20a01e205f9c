//! Reads the live state of a database.
//!
//! Raw commands, not the driver's typed listings: those lose the options they do not know.

mod entry;
mod indexes;
mod shards;

use std::collections::BTreeSet;

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream, try_join};
use schema_core::declared::DeclaredDatabase;

use crate::bookkeeping::{self, migrations, objects};
use crate::connect::Server;
use crate::error::Result;
use crate::live::{LiveCollection, LiveDatabase, LiveKind, Owned};
use entry::Entry;

/// Reads what planning needs to know: all collections' names and kinds; of those that are declared,
/// owned or among `also`, the options, the indexes and whether they hold documents as well.
///
/// Two bounded reads for each of the latter, as many at a time as the connection's manner allows.
/// What is neither declared nor owned nor named gets no read of its own, and so needs no privilege
/// and little memory: its `options` and `indexes` are empty and its `has_documents` is false.
/// `system.*` and the tool's own collections are left out. A collection that vanishes in between is
/// taken as absent.
pub async fn database(
    server: &Server,
    declared: &DeclaredDatabase,
    also: &[String],
) -> Result<LiveDatabase> {
    let owned = objects::owned(server, &declared.name);
    let migrations = migrations::of_schema(server, &declared.name);
    let (mut owned, migrations, facts, now) =
        try_join!(owned, migrations, server.facts(), server.now())?;
    let wanted = wanted(declared, &owned, also);
    let keep = |listed| Entry::of(listed, |name| wanted.contains(name));
    let listing = server.listing_of(doc! { "listCollections": 1 }, keep);
    let (entries, shard_keys, under_way) = try_join!(
        listing,
        shards::keys(server, None),
        indexes::under_way(server)
    )?;
    let under_way = &under_way;
    let reads = entries
        .into_iter()
        .filter(|it| !is_hidden(&it.name))
        .map(|entry| {
            let read_inside = wanted.contains(&entry.name);
            async move {
                if read_inside {
                    inside(server, entry, under_way).await
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
    for collection in &mut collections {
        collection.shard_key = shard_keys.get(&collection.name).cloned();
        owned.give_up_replaced(collection);
    }
    collections.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(LiveDatabase {
        collections,
        owned,
        facts: facts.clone(),
        now,
        migrations,
    })
}

/// Reads one collection; none where it does not exist.
pub async fn collection(server: &Server, name: &str) -> Result<Option<LiveCollection>> {
    let filter = doc! { "listCollections": 1, "filter": { "name": name } };
    let listing = server.listing_of(filter, |listed| Entry::of(listed, |_| true));
    let (found, mut shard_keys, under_way) = try_join!(
        listing,
        shards::keys(server, Some(name)),
        indexes::under_way(server)
    )?;
    let Some(entry) = found.into_iter().next() else {
        return Ok(None);
    };
    let read = inside(server, entry, &under_way).await?;
    Ok(read.map(|collection| LiveCollection {
        shard_key: shard_keys.remove(name),
        ..collection
    }))
}

/// The specifications of the indexes of a collection that are being built.
pub(crate) async fn building(server: &Server, name: &str) -> Result<Vec<Document>> {
    let under_way = indexes::under_way(server).await?;
    let listed = indexes::of(server, name, &under_way).await?;
    Ok(listed.map(|listed| listed.building).unwrap_or_default())
}

/// The server's own collections (`system.views`, `system.buckets.…`) and the tool's.
fn is_hidden(collection: &str) -> bool {
    collection.starts_with("system.") || bookkeeping::is_own(collection)
}

/// The collections that are read inside.
fn wanted(declared: &DeclaredDatabase, owned: &Owned, also: &[String]) -> BTreeSet<String> {
    let declared = declared
        .collections
        .iter()
        .map(|collection| &collection.name);
    let with_indexes = owned.indexes.iter().map(|(collection, _)| collection);
    let with_states = owned.states.keys().map(|(collection, _)| collection);
    declared
        .chain(&owned.collections)
        .chain(with_indexes)
        .chain(with_states)
        .chain(also)
        .cloned()
        .collect()
}

async fn inside(
    server: &Server,
    entry: Entry,
    under_way: &[Document],
) -> Result<Option<LiveCollection>> {
    if entry.kind == LiveKind::View {
        return Ok(Some(entry.outside()));
    }
    let Some(listed) = indexes::of(server, &entry.name, under_way).await? else {
        return Ok(None);
    };
    let has_documents = has_documents(server, &entry.name).await?;
    Ok(Some(LiveCollection {
        indexes: listed.finished,
        building: listed.building,
        has_documents,
        ..entry.outside()
    }))
}

async fn has_documents(server: &Server, collection: &str) -> Result<bool> {
    let first = doc! {
        "find": collection, "projection": { "_id": 1 }, "limit": 1, "singleBatch": true,
    };
    Ok(!server.listing(first).await?.is_empty())
}
