//! The one document that tells how a migration stands.

use bson::{Bson, DateTime, Document, doc};
use mongodb::Collection;
use mongodb::options::ReturnDocument;

use super::clock::Clock;
use super::{Settings, Target};
use crate::bookkeeping::migrations::{COLLECTION, State};
use crate::connect::Server;
use crate::data::whole;
use crate::error::Result;

/// What is recorded of a migration.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// How far it is.
    pub state: State,
    /// The pass over the collection that is under way; 0 before the first one is prepared.
    pub pass: i32,
    /// The temporary index, where one was made.
    pub index: Option<String>,
    /// The whole document.
    pub document: Document,
}

/// What was done to documents since it was told last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Looked at.
    pub(super) processed: i64,
    /// Upgraded.
    pub(super) migrated: i64,
    /// Written by somebody else at the same time, and left for a later pass.
    pub(super) conflicts: i64,
}

impl Record {
    fn of(document: Document) -> Option<Self> {
        Some(Self {
            state: State::of(document.get_str("state").ok()?)?,
            pass: i32::try_from(whole(document.get("pass"))).ok()?,
            index: document.get_str("index").ok().map(str::to_owned),
            document,
        })
    }

    /// A number of `progress`.
    pub(super) fn count(&self, name: &str) -> i64 {
        let progress = self.document.get_document("progress").ok();
        whole(progress.and_then(|progress| progress.get(name)))
    }

    /// A number of `configuration`.
    pub(super) fn setting(&self, name: &str) -> i64 {
        let configuration = self.document.get_document("configuration").ok();
        whole(configuration.and_then(|it| it.get(name)))
    }

    /// Since when it runs.
    pub(super) fn started(&self) -> Option<DateTime> {
        let statistics = self.document.get_document("statistics").ok()?;
        statistics.get_datetime("startedAt").ok().copied()
    }
}

/// What is recorded of the migration; none where it never began.
pub(super) async fn read(server: &Server, target: &Target<'_>) -> Result<Option<Record>> {
    let id = target.id();
    let find =
        async |records: Collection<Document>| records.find_one(doc! { "_id": id.clone() }).await;
    let found = server.recorded("find", COLLECTION, find).await?;
    Ok(found.and_then(Record::of))
}

/// Records that it begins, or begins again.
pub(super) async fn open(
    server: &Server,
    target: &Target<'_>,
    settings: &Settings,
    total: i64,
    by: &str,
) -> Result<()> {
    let configuration = doc! {
        "batchSize": i64::from(settings.batch_size),
        "pauseMillis": i64::try_from(settings.pause.as_millis()).unwrap_or(i64::MAX),
        "maxErrors": i64::from(settings.max_errors),
    };
    let progress = doc! {
        "totalDocuments": total, "processedDocuments": 0_i64, "migratedDocuments": 0_i64,
        "conflicts": 0_i64, "errorDocuments": 0_i64, "percentComplete": 0.0,
    };
    let set = doc! {
        "kind": "migration", "state": State::Running.name(), "by": by, "index": Bson::Null,
        "configuration": configuration, "progress": progress,
        "from": target.older().into_iter().map(Bson::from).collect::<Vec<_>>(),
    };
    let update = doc! {
        "$set": set,
        "$setOnInsert": { "pass": 0 },
        "$currentDate": { "statistics.startedAt": true, "statistics.updatedAt": true },
        "$unset": { "statistics.finishedAt": "", "statistics.estimatedCompletion": "", "note": "" },
    };
    change(server, target, doc! {}, update, true)
        .await
        .map(drop)
}

/// Sets fields of the record, where it is as `filter` says; whether it was.
pub(super) async fn change(
    server: &Server,
    target: &Target<'_>,
    filter: Document,
    update: Document,
    upsert: bool,
) -> Result<Option<Record>> {
    let mut found = doc! { "_id": target.id() };
    found.extend(filter);
    let write = async |records: Collection<Document>| {
        let write = records.find_one_and_update(found.clone(), update.clone());
        let write = write.upsert(upsert).return_document(ReturnDocument::After);
        write.await
    };
    let after = server.recorded("update", COLLECTION, write).await?;
    Ok(after.and_then(Record::of))
}

/// Records that the migration of this `_id` is given up for one to a newer version.
pub(super) async fn give_up(server: &Server, migration: &Document, to: u32) -> Result<()> {
    let note = format!("given up for the migration to version {to}");
    let update = doc! {
        "$set": { "state": State::Stopped.name(), "note": note },
        "$currentDate": { "statistics.updatedAt": true },
    };
    let write = async |records: Collection<Document>| {
        let write = records.update_one(doc! { "_id": migration.clone() }, update.clone());
        write.await
    };
    server.noted("update", COLLECTION, write).await
}

/// Records its state.
pub(super) async fn set_state(server: &Server, target: &Target<'_>, state: State) -> Result<()> {
    let mut update = doc! {
        "$set": { "state": state.name() }, "$currentDate": { "statistics.updatedAt": true },
    };
    if state == State::Done {
        update.insert(
            "$currentDate",
            doc! { "statistics.updatedAt": true, "statistics.finishedAt": true },
        );
        update.insert("$unset", doc! { "statistics.estimatedCompletion": "" });
        update.insert(
            "$set",
            doc! { "state": state.name(), "progress.percentComplete": 100.0, "index": Bson::Null },
        );
    }
    change(server, target, doc! {}, update, false)
        .await
        .map(drop)
}

/// Records that there are more documents than were counted at first.
pub(super) async fn expect(server: &Server, target: &Target<'_>, total: i64) -> Result<()> {
    let grown = doc! { "$max": { "progress.totalDocuments": total } };
    change(server, target, doc! {}, grown, false)
        .await
        .map(drop)
}

/// Adds what was done, and tells how it stands.
pub(super) async fn advance(
    server: &Server,
    target: &Target<'_>,
    counts: Counts,
) -> Result<Option<Record>> {
    let update = doc! {
        "$inc": {
            "progress.processedDocuments": counts.processed,
            "progress.migratedDocuments": counts.migrated,
            "progress.conflicts": counts.conflicts,
        },
        "$currentDate": { "statistics.updatedAt": true },
    };
    change(server, target, doc! {}, update, false).await
}

/// Records what can be said of its rate and its end.
pub(super) async fn estimate(
    server: &Server,
    target: &Target<'_>,
    record: &Record,
    clock: &Clock,
) -> Result<()> {
    let estimates = doc! { "$set": estimates(record, clock.now()) };
    change(server, target, doc! {}, estimates, false)
        .await
        .map(drop)
}

/// The percentage, the rate, and when it will be done.
fn estimates(record: &Record, now: DateTime) -> Document {
    let (done, total) = (
        record.count("processedDocuments"),
        record.count("totalDocuments"),
    );
    let mut estimates = doc! {};
    #[expect(clippy::cast_precision_loss, reason = "a percentage and a rate")]
    if total > 0 {
        let percent = (done as f64 / total as f64 * 10_000.0).round() / 100.0;
        estimates.insert("progress.percentComplete", percent.min(100.0));
    }
    let Some(since) = record.started() else {
        return estimates;
    };
    let millis = now.timestamp_millis() - since.timestamp_millis();
    if millis <= 0 || done <= 0 {
        return estimates;
    }
    #[expect(clippy::cast_precision_loss, reason = "a percentage and a rate")]
    let rate = done as f64 * 1000.0 / millis as f64;
    estimates.insert(
        "statistics.averageDocsPerSecond",
        (rate * 10.0).round() / 10.0,
    );
    let left = i128::from(millis) * i128::from((total - done).max(0)) / i128::from(done);
    let end = now
        .timestamp_millis()
        .saturating_add(i64::try_from(left).unwrap_or(i64::MAX / 2));
    estimates.insert("statistics.estimatedCompletion", DateTime::from_millis(end));
    estimates
}
