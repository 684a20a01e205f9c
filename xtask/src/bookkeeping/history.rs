//! `_schema.history`: one document for each apply that changed anything.
//!
//! ```json
//! { "_id": { "$oid": "…" }, "schema": "tracker", "database": "tracker", "state": "done",
//!   "by": "ann@build pid 7", "token": 12, "tool": "0.1.0",
//!   "declared": { "hash": "9f86d081884c7d65…", "versions": { "tasks": 2 } },
//!   "started": { "$date": "…" }, "finished": { "$date": "…" },
//!   "changes": [ { "id": "tasks/create_index/tenantId_1", "action": "create_index",
//!                  "class": "safe", "status": "applied", "error": null } ],
//!   "adopted": [ { "collection": "tasks", "index": null } ] }
//! ```
//!
//! It is written when the apply starts, as `running` with its changes as planned, and again when it
//! ends: `done`, or `failed` where a step failed or it was interrupted. One that was killed stays
//! `running` until the next apply marks it `abandoned`. `changes` has `skipped`, `held` and
//! `blocked` ones too.

use std::fmt::Write;

use bson::oid::ObjectId;
use bson::{Bson, Document, doc};
use mongodb::Collection;
use schema_core::declared::DeclaredDatabase;
use sha2::{Digest, Sha256};

use super::objects::{Object, Recorder};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::plan::Change;

/// The collection's name.
pub const COLLECTION: &str = "_schema.history";

/// The record of one apply that is under way.
#[derive(Debug)]
pub struct Record {
    id: ObjectId,
}

impl Record {
    /// Writes that an apply starts, and marks those that were killed before it.
    pub async fn start(
        server: &Server,
        declared: &DeclaredDatabase,
        recorder: &Recorder,
        changes: &[Change],
    ) -> Result<Self> {
        abandon_older(server, recorder).await?;
        let id = ObjectId::new();
        let record = doc! {
            "schema": &recorder.schema,
            "database": server.name(),
            "state": "running",
            "by": &recorder.by,
            "token": recorder.token,
            "tool": env!("CARGO_PKG_VERSION"),
            "declared": { "hash": hash(declared)?, "versions": versions(declared) },
            "finished": Bson::Null,
            "changes": outcomes(changes),
            "adopted": [],
        };
        let started = doc! { "$set": record, "$currentDate": { "started": true } };
        update(server, &doc! { "_id": id }, &started, true).await?;
        Ok(Self { id })
    }

    /// Writes how the apply ended; one that was marked as abandoned meanwhile is left alone.
    pub async fn finish(
        &self,
        server: &Server,
        changes: &[Change],
        adopted: &[Object],
        succeeded: bool,
    ) -> Result<()> {
        let state = if succeeded { "done" } else { "failed" };
        let outcome = doc! {
            "state": state,
            "changes": outcomes(changes),
            "adopted": adopted.iter().map(object).collect::<Vec<_>>(),
        };
        let finished = doc! { "$set": outcome, "$currentDate": { "finished": true } };
        let running = doc! { "_id": self.id, "state": "running" };
        update(server, &running, &finished, false).await
    }
}

/// Marks applies that hold an older token and never ended: they were killed, or lost the lock.
async fn abandon_older(server: &Server, recorder: &Recorder) -> Result<()> {
    let killed = doc! { "state": "running", "token": { "$lt": recorder.token } };
    let abandoned = doc! { "$set": { "state": "abandoned" } };
    update(server, &killed, &abandoned, false).await
}

async fn update(server: &Server, filter: &Document, update: &Document, upsert: bool) -> Result<()> {
    let write = async |records: Collection<Document>| {
        let write = records.update_many(filter.clone(), update.clone());
        write.upsert(upsert).await
    };
    server.noted("update", COLLECTION, write).await
}

/// The records of the schema of the declared name `schema`, the newest first; all of them where
/// there is no `limit`.
pub async fn records(server: &Server, schema: &str, limit: Option<u32>) -> Result<Vec<Document>> {
    let mut find = doc! {
        "find": COLLECTION, "filter": { "schema": schema }, "sort": { "token": -1, "started": -1 },
    };
    if let Some(limit) = limit {
        find.insert("limit", i64::from(limit));
    }
    server.listing(find).await
}

/// SHA-256, in hexadecimal, of the declared collections as one BSON document.
pub fn hash(declared: &DeclaredDatabase) -> Result<String> {
    let collections: Vec<Document> = declared
        .collections
        .iter()
        .map(|collection| {
            doc! {
                "name": &collection.name,
                "version": collection.schema_version.map(i64::from),
                "options": collection.options.clone(),
                "indexes": collection.indexes.clone(),
                "shardKey": collection.shard_key.clone(),
            }
        })
        .collect();
    let bytes = bson::serialize_to_vec(&doc! { "collections": collections })
        .map_err(|error| Error::Usage(format!("the declared schema is no valid BSON: {error}")))?;
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

pub(super) fn versions(declared: &DeclaredDatabase) -> Document {
    let collections = declared.collections.iter();
    collections
        .filter_map(|collection| {
            let version = i64::from(collection.schema_version?);
            Some((collection.name.clone(), Bson::Int64(version)))
        })
        .collect()
}

fn outcomes(changes: &[Change]) -> Vec<Document> {
    changes
        .iter()
        .map(|change| {
            doc! {
                "id": change.id(),
                "action": name(&change.action),
                "class": name(&change.class),
                "status": name(&change.status),
                "error": change.error.clone(),
            }
        })
        .collect()
}

/// The name under which a value of one of the plan's enums is serialised.
fn name(value: &impl serde::Serialize) -> Bson {
    bson::serialize_to_bson(value).unwrap_or(Bson::Null)
}

fn object(object: &Object) -> Document {
    doc! { "collection": &object.collection, "index": object.index.clone() }
}
