//! `_schema.objects`: what an apply created or adopted.
//!
//! One document for each collection and each index:
//!
//! ```json
//! { "_id": { "schema": "tracker", "collection": "tasks", "index": "tenantId_1" },
//!   "origin": "created", "at": { "$date": "…" }, "by": "ann@build pid 7", "token": 12,
//!   "lasting": "{\"key\":{\"tenantId\":{\"$numberInt\":\"1\"}}}" }
//! ```
//!
//! `lasting` tells what index it is, by all that no change in place alters: another one that
//! somebody makes by the same name, once this one is gone, is theirs.
//!
//! An index that is not the schema's own and is dropped by `--prune` has `origin` `pruned`, and is no
//! more its own by that.
//!
//! `schema` is the name that `#[database(name = "…")]` declares, so that two schemas can share a
//! database without taking each other's collections; `index` is the live name, or null where the
//! collection itself is meant; `origin` is `created` or `adopted`; `token` is the fencing token of
//! the apply that wrote it. `state`, where there is one, is what a change that takes several runs
//! goes on from.

use bson::{Bson, Document, doc};
use mongodb::Collection;

use crate::connect::Server;
use crate::error::Result;
use crate::live::Owned;
use crate::normal::NormalIndex;

/// The collection's name.
pub const COLLECTION: &str = "_schema.objects";

/// A collection, or one of its indexes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    /// The collection's name.
    pub collection: String,
    /// The index's live name; none for the collection itself.
    pub index: Option<String>,
    /// What index it is ([`NormalIndex::lasting`]); none for the collection itself.
    pub lasting: Option<String>,
}

impl Object {
    /// A collection itself.
    pub fn collection(name: &str) -> Self {
        Self {
            collection: name.to_owned(),
            index: None,
            lasting: None,
        }
    }

    /// An index of a collection.
    pub fn index(collection: &str, index: &NormalIndex) -> Self {
        Self {
            collection: collection.to_owned(),
            index: Some(index.name.clone()),
            lasting: Some(index.lasting()),
        }
    }
}

/// How an object became the tool's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An apply made it.
    Created,
    /// It was there, as declared.
    Adopted,
    /// It was there, not declared, and is to go: the record holds its state, and makes it nobody's.
    Pruned,
}

impl Origin {
    fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Adopted => "adopted",
            Self::Pruned => "pruned",
        }
    }
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

/// Reads what belongs to the schema of the declared name `schema`, and what belongs to others.
pub async fn owned(server: &Server, schema: &str) -> Result<Owned> {
    let records = server.listing(doc! { "find": COLLECTION }).await?;
    let mut owned = Owned::default();
    for record in &records {
        if let Some((whose, object)) = of_record(record) {
            if whose == schema {
                own(&mut owned, object, record);
            } else if !is_pruned(record) {
                let key = (object.collection, object.index);
                owned.elsewhere.insert(key, whose);
            }
        }
    }
    Ok(owned)
}

fn own(owned: &mut Owned, object: Object, record: &Document) {
    if let Ok(state) = record.get_document("state") {
        let key = (object.collection.clone(), object.index.clone());
        owned.states.insert(key, state.clone());
    }
    if let (Some(index), Some(lasting)) = (&object.index, &object.lasting) {
        let key = (object.collection.clone(), index.clone());
        owned.lasting.insert(key, lasting.clone());
    }
    match object.index {
        _ if is_pruned(record) => false,
        None => owned.collections.insert(object.collection),
        Some(index) => owned.indexes.insert((object.collection, index)),
    };
}

fn is_pruned(record: &Document) -> bool {
    record
        .get_str("origin")
        .is_ok_and(|origin| origin == Origin::Pruned.name())
}

/// Records `object` as the schema's own; a record that is there already keeps its origin.
pub async fn record(
    server: &Server,
    object: &Object,
    origin: Origin,
    recorder: &Recorder,
) -> Result<()> {
    renew(server, object, origin, recorder).await?;
    // What was to be pruned and is declared now is the schema's own.
    let pruned = doc! { "_id": id(&recorder.schema, object), "origin": Origin::Pruned.name() };
    let now_own = doc! { "$set": { "origin": origin.name() } };
    update(server, &pruned, &now_own, false).await?;
    let mut update = doc! {
        "$setOnInsert": { "origin": origin.name(), "by": &recorder.by, "token": recorder.token },
        "$currentDate": { "at": true },
    };
    if let Some(lasting) = &object.lasting {
        update.insert("$set", doc! { "lasting": lasting });
    }
    upsert(server, object, update, recorder).await
}

/// Records in `state` where a change stands that takes several runs: each field of `fields`, and
/// the server's time in the field `clock`, where one is named. What isn't recorded at all yet is
/// recorded with `origin`.
pub async fn note(
    server: &Server,
    object: &Object,
    fields: &Document,
    clock: Option<&str>,
    origin: Origin,
    recorder: &Recorder,
) -> Result<()> {
    renew(server, object, origin, recorder).await?;
    let mut set = Document::from_iter([("state.by".to_owned(), Bson::from(&recorder.by))]);
    set.extend(
        object
            .lasting
            .iter()
            .map(|it| ("lasting".to_owned(), Bson::from(it))),
    );
    let fields = fields.iter();
    set.extend(fields.map(|(name, value)| (format!("state.{name}"), value.clone())));
    let mut update = doc! {
        "$set": set,
        "$setOnInsert": { "origin": origin.name(), "by": &recorder.by, "token": recorder.token },
    };
    let clock = clock.map_or("at".to_owned(), |field| format!("state.{field}"));
    update.insert("$currentDate", doc! { clock: true });
    upsert(server, object, update, recorder).await
}

/// What is recorded of another index that went by the same name no longer counts.
async fn renew(
    server: &Server,
    object: &Object,
    origin: Origin,
    recorder: &Recorder,
) -> Result<()> {
    let Some(lasting) = &object.lasting else {
        return Ok(());
    };
    let another = doc! { "$exists": true, "$ne": lasting };
    let filter = doc! { "_id": id(&recorder.schema, object), "lasting": another };
    let anew = doc! { "$set": { "origin": origin.name() }, "$unset": { "state": "" } };
    update(server, &filter, &anew, false).await
}

/// Takes the state out of the object's record.
pub async fn settle(server: &Server, object: &Object, recorder: &Recorder) -> Result<()> {
    let filter = doc! { "_id": id(&recorder.schema, object) };
    let update = doc! { "$unset": { "state": "" } };
    self::update(server, &filter, &update, false).await
}

async fn upsert(
    server: &Server,
    object: &Object,
    update: Document,
    recorder: &Recorder,
) -> Result<()> {
    let filter = doc! { "_id": id(&recorder.schema, object) };
    self::update(server, &filter, &update, true).await
}

async fn update(server: &Server, filter: &Document, update: &Document, upsert: bool) -> Result<()> {
    let write = async |records: Collection<Document>| {
        let write = records.update_one(filter.clone(), update.clone());
        write.upsert(upsert).await
    };
    server.noted("update", COLLECTION, write).await
}

async fn remove(server: &Server, filter: &Document) -> Result<()> {
    let remove = async |records: Collection<Document>| records.delete_many(filter.clone()).await;
    server.noted("remove", COLLECTION, remove).await
}

/// Takes an index out of the records: it is gone.
pub async fn forget_index(
    server: &Server,
    collection: &str,
    index: &str,
    recorder: &Recorder,
) -> Result<()> {
    let filter = doc! {
        "_id.schema": &recorder.schema, "_id.collection": collection, "_id.index": index,
    };
    remove(server, &filter).await
}

/// Takes a dropped collection and all its indexes out of the records.
pub async fn forget_collection(
    server: &Server,
    collection: &str,
    recorder: &Recorder,
) -> Result<()> {
    let all = doc! { "_id.schema": &recorder.schema, "_id.collection": collection };
    remove(server, &all).await
}

fn id(schema: &str, object: &Object) -> Document {
    let index = object.index.as_deref().map_or(Bson::Null, Bson::from);
    doc! { "schema": schema, "collection": &object.collection, "index": index }
}

/// The schema that an object belongs to, and the object.
fn of_record(record: &Document) -> Option<(String, Object)> {
    let key = record.get_document("_id").ok()?;
    let object = Object {
        collection: key.get_str("collection").ok()?.to_owned(),
        index: key.get_str("index").ok().map(str::to_owned),
        lasting: record.get_str("lasting").ok().map(str::to_owned),
    };
    Some((key.get_str("schema").ok()?.to_owned(), object))
}
