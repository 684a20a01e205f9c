//! Reading what a server lists, by raw commands: the driver's typed listings lose options.

use std::collections::HashMap;

use bson::{Bson, Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::{
    Database,
    error::{Error, ErrorKind},
};

use super::Listed;
use super::listing::{Indexes, WITH_BUILD_INFO, WITH_BUILD_UUIDS, find_shard_keys, shard_key};
use crate::codes::{NAMESPACE_NOT_FOUND, UNAUTHORIZED};
use crate::declared::DeclaredDatabase;

/// How many collections are read at a time.
const AT_A_TIME: usize = 8;

/// The first server that lists indexes with [`WITH_BUILD_INFO`], 6.0, by its wire version.
const BUILD_INFO: i32 = 17;

/// By which servers refuse an option that they do not know: `BadValue`, `FailedToParse`,
/// `InvalidOptions` and that of an unknown field (server source, `error_codes.yml`).
const UNKNOWN_OPTION: [i32; 4] = [2, 9, 72, 40415];

type Result<T> = std::result::Result<T, Error>;

/// The declared collections as the server lists them, without those that do not exist.
pub(super) async fn listed(
    declared: &DeclaredDatabase,
    database: &Database,
) -> Result<Vec<Listed>> {
    let hello = database.run_command(doc! { "hello": 1 }).await?;
    let keys = shard_keys(database, &hello).await?;
    let names = declared.collections.iter().map(|it| it.name.as_str());
    let filter = doc! { "name": { "$in": names.collect::<Vec<_>>() } };
    let entries = all(database, doc! { "listCollections": 1, "filter": filter }).await?;
    let collections = entries
        .into_iter()
        .map(|listed| entry(listed, keys.as_ref()));
    stream::iter(collections)
        .map(|listed| inside(database, &hello, listed))
        .buffered(AT_A_TIME)
        .try_filter_map(|listed| std::future::ready(Ok(listed)))
        .try_collect()
        .await
}

/// What `listCollections` says of one collection.
fn entry(mut entry: Document, keys: Option<&HashMap<String, Document>>) -> Listed {
    let text = |name: &str| entry.get_str(name).unwrap_or_default().to_owned();
    let (name, kind) = (text("name"), text("type"));
    Listed {
        options: match entry.remove("options") {
            Some(Bson::Document(options)) => options,
            _ => Document::new(),
        },
        sharded: keys.map(|keys| keys.get(&name).cloned()),
        name,
        kind,
        ..Listed::default()
    }
}

/// The collection with its indexes; none where it vanished in between.
async fn inside(database: &Database, hello: &Document, listed: Listed) -> Result<Option<Listed>> {
    if listed.kind == "view" {
        return Ok(Some(listed));
    }
    let indexes = match indexes(database, hello, &listed.name).await {
        Err(error) if code(&error) == Some(NAMESPACE_NOT_FOUND) => return Ok(None),
        indexes => indexes?,
    };
    let Indexes { finished, building } = Indexes::of_entries(indexes);
    Ok(Some(Listed {
        indexes: finished,
        building,
        ..listed
    }))
}

/// `listIndexes`, which tells what is being built if it is asked to and can.
async fn indexes(database: &Database, hello: &Document, name: &str) -> Result<Vec<Document>> {
    let option = match hello.get_i32("maxWireVersion") {
        Ok(version) if version >= BUILD_INFO => WITH_BUILD_INFO,
        _ => WITH_BUILD_UUIDS,
    };
    let asked = all(database, doc! { "listIndexes": name, option: true }).await;
    match asked {
        Err(error) if code(&error).is_some_and(|it| UNKNOWN_OPTION.contains(&it)) => {
            all(database, doc! { "listIndexes": name }).await
        }
        asked => asked,
    }
}

/// The shard keys of the database's collections by name; none on what is no cluster, and where the
/// user may not read them (manual, "Config Database").
async fn shard_keys(
    database: &Database,
    hello: &Document,
) -> Result<Option<HashMap<String, Document>>> {
    if !hello.get_str("msg").is_ok_and(|it| it == "isdbgrid") {
        return Ok(None);
    }
    let name = database.name();
    let config = database.client().database("config");
    match all(&config, find_shard_keys(name, None)).await {
        Ok(entries) => Ok(Some(
            entries
                .into_iter()
                .filter_map(|it| shard_key(it, name))
                .collect(),
        )),
        Err(error) if code(&error) == Some(UNAUTHORIZED) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn all(database: &Database, command: Document) -> Result<Vec<Document>> {
    database
        .run_cursor_command(command)
        .await?
        .try_collect()
        .await
}

fn code(error: &Error) -> Option<i32> {
    match error.kind.as_ref() {
        ErrorKind::Command(error) => Some(error.code),
        _ => None,
    }
}
