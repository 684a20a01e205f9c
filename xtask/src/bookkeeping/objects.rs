//! `_schema.objects`: what an apply created or adopted.
//!
//! One document for each collection and each index:
//!
//! ```json
//! { "_id": { "schema": "tracker", "collection": "tasks", "index": "tenantId_1" },
//!   "origin": "created", "at": { "$date": "…" }, "by": "ann@build pid 7", "token": 12 }
//! ```
//!
//! `schema` is the name that `#[database(name = "…")]` declares, so that two schemas can share a
//! database without taking each other's collections; `index` is the live name, or null where the
//! collection itself is meant; `origin` is `created` or `adopted`; `token` is the fencing token of
//! the apply that wrote it. `state`, where there is one, is what a change that takes several runs
//! goes on from.

use bson::{Bson, Document, doc};
use futures::TryStreamExt;

use crate::connect::Server;
use crate::error::Result;
use crate::live::Owned;

/// The collection's name.
pub const COLLECTION: &str = "_schema.objects";

/// A collection, or one of its indexes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    /// The collection's name.
    pub collection: String,
    /// The index's live name; none for the collection itself.
    pub index: Option<String>,
}

/// How an object became the tool's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An apply made it.
    Created,
    /// It was there, as declared.
    Adopted,
}

/// Who records it.
#[derive(Debug, Clone)]
pub struct Recorder {
    /// The declared name of the database.
    pub schema: String,
    /// Who runs the apply.
    pub by: String,
    /// The apply's fencing token.
    pub token: i64,
}

/// Reads what belongs to the schema of the declared name `schema`.
pub async fn owned(server: &Server, schema: &str) -> Result<Owned> {
    let explain = |error| server.failure("find", COLLECTION, &error);
    let found = server
        .collection(COLLECTION)
        .find(doc! { "_id.schema": schema })
        .await;
    let records: Vec<Document> = found
        .map_err(explain)?
        .try_collect()
        .await
        .map_err(explain)?;
    let mut owned = Owned::default();
    for record in &records {
        let Some(object) = of_record(record) else {
            continue;
        };
        if let Ok(state) = record.get_document("state") {
            let key = (object.collection.clone(), object.index.clone());
            owned.states.insert(key, state.clone());
        }
        match object.index {
            None => owned.collections.insert(object.collection),
            Some(index) => owned.indexes.insert((object.collection, index)),
        };
    }
    Ok(owned)
}

/// Records `object` as the schema's own; a record that is there already keeps its origin.
pub async fn record(
    server: &Server,
    object: &Object,
    origin: Origin,
    recorder: &Recorder,
) -> Result<()> {
    let origin = match origin {
        Origin::Created => "created",
        Origin::Adopted => "adopted",
    };
    let update = doc! {
        "$setOnInsert": { "origin": origin, "by": &recorder.by, "token": recorder.token },
        "$currentDate": { "at": true },
    };
    let collection = server.collection(COLLECTION);
    let written = collection
        .update_one(key(&recorder.schema, object), update)
        .upsert(true)
        .await;
    written.map_err(|error| server.failure("update", COLLECTION, &error))?;
    Ok(())
}

/// Takes `object` out of the records: it is gone.
pub async fn forget(server: &Server, object: &Object, recorder: &Recorder) -> Result<()> {
    let collection = server.collection(COLLECTION);
    let removed = collection.delete_one(key(&recorder.schema, object)).await;
    removed.map_err(|error| server.failure("remove", COLLECTION, &error))?;
    Ok(())
}

/// Takes a dropped collection and all its indexes out of the records.
pub async fn forget_collection(
    server: &Server,
    collection: &str,
    recorder: &Recorder,
) -> Result<()> {
    let all = doc! { "_id.schema": &recorder.schema, "_id.collection": collection };
    let removed = server.collection(COLLECTION).delete_many(all).await;
    removed.map_err(|error| server.failure("remove", COLLECTION, &error))?;
    Ok(())
}

fn key(schema: &str, object: &Object) -> Document {
    let index = object.index.as_deref().map_or(Bson::Null, Bson::from);
    doc! { "_id": { "schema": schema, "collection": &object.collection, "index": index } }
}

fn of_record(record: &Document) -> Option<Object> {
    let key = record.get_document("_id").ok()?;
    Some(Object {
        collection: key.get_str("collection").ok()?.to_owned(),
        index: key.get_str("index").ok().map(str::to_owned),
    })
}
