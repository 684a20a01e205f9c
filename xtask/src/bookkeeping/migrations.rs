//! `_schema.migrations`: the migrations of collections to newer shapes.
//!
//! One document for each migration:
//!
//! ```json
//! { "_id": { "schema": "tracker", "collection": "tasks", "to": 2 }, "kind": "migration",
//!   "state": "running", "pass": 1, "index": null, "by": "ann@build pid 7",
//!   "progress": { "totalDocuments": 1000000, "processedDocuments": 234567,
//!                 "migratedDocuments": 234567, "errorDocuments": 0, "percentComplete": 23.46 },
//!   "configuration": { "batchSize": 1000, "pauseMillis": 0, "maxErrors": 100 },
//!   "statistics": { "startedAt": { "$date": "…" }, "updatedAt": { "$date": "…" },
//!                   "averageDocsPerSecond": 12500.0, "estimatedCompletion": { "$date": "…" } } }
//! ```
//!
//! One for each range of `_id`s, held by one worker at a time for as long as its lease is renewed:
//!
//! ```json
//! { "_id": { "migration": { … }, "pass": 1, "range": 0 }, "kind": "range", "state": "open",
//!   "after": null, "upTo": { "$oid": "…" }, "last": { "$oid": "…" },
//!   "lease": { "claim": { "$oid": "…" }, "holder": "ann@build pid 7", "process": { … },
//!              "until": { "$date": "…" } } }
//! ```
//!
//! And one for each document that could not be upgraded:
//!
//! ```json
//! { "_id": { "migration": { … }, "document": { "$oid": "…" } }, "kind": "error", "version": 1,
//!   "error": "it cannot become `Task`: …", "timestamp": { "$date": "…" } }
//! ```
//!
//! A migration is `running` until it is `done`; `paused` by a command; `stopped` by its error limit;
//! or `incomplete` where all was tried and some documents could not be upgraded.

use std::collections::BTreeMap;

use bson::{Document, doc};

use crate::connect::Server;
use crate::error::Result;
use crate::live::Migration;

/// The collection's name.
pub const COLLECTION: &str = "_schema.migrations";

/// How far a migration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Workers may be at it.
    Running,
    /// Somebody wanted a pause.
    Paused,
    /// More documents failed than were allowed to.
    Stopped,
    /// Every document was tried, and some failed.
    Incomplete,
    /// Every document is of the current shape.
    Done,
}

impl State {
    /// The name by which it is recorded.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Stopped => "stopped",
            Self::Incomplete => "incomplete",
            Self::Done => "done",
        }
    }

    /// The state of this name.
    pub fn of(name: &str) -> Option<Self> {
        let all = [
            Self::Running,
            Self::Paused,
            Self::Stopped,
            Self::Incomplete,
            Self::Done,
        ];
        all.into_iter().find(|state| state.name() == name)
    }
}

/// The migrations of the schema of the declared name `schema`: the one to the newest version of
/// each collection, by the collection's name.
pub async fn of_schema(server: &Server, schema: &str) -> Result<BTreeMap<String, Migration>> {
    let filter = doc! { "kind": "migration", "_id.schema": schema };
    let records = server
        .listing(doc! { "find": COLLECTION, "filter": filter, "sort": { "_id.to": 1 } })
        .await?;
    Ok(records.iter().filter_map(of_record).collect())
}

fn of_record(record: &Document) -> Option<(String, Migration)> {
    let id = record.get_document("_id").ok()?;
    let to = match id.get("to")? {
        bson::Bson::Int32(to) => u32::try_from(*to).ok()?,
        bson::Bson::Int64(to) => u32::try_from(*to).ok()?,
        _ => return None,
    };
    let state = State::of(record.get_str("state").ok()?)?;
    Some((
        id.get_str("collection").ok()?.to_owned(),
        Migration { to, state },
    ))
}
