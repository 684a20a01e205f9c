//! The ranges of `_id`s into which a pass is divided, and who works on each.

use std::time::Duration;

use bson::oid::ObjectId;
use bson::{Bson, Document, doc};
use mongodb::Collection;
use mongodb::options::ReturnDocument;

use super::Target;
use super::clock::Clock;
use crate::bookkeeping;
use crate::bookkeeping::migrations::COLLECTION;
use crate::bookkeeping::process::Process;
use crate::connect::Server;
use crate::error::Result;

/// How long a lease lasts that is not renewed.
const LEASE: Duration = Duration::from_secs(30);

/// What no lease can have left, however wrong the clocks of other members may be.
const LONGEST_LEASE: Duration = Duration::from_mins(10);

/// A range of `_id`s, and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Range {
    id: Document,
    claim: ObjectId,
    /// The `_id` after which it goes on; none at the very beginning.
    pub(super) last: Option<Bson>,
    /// The last `_id` of it; none where it has no end.
    pub(super) up_to: Option<Bson>,
}

/// What is still to be done of a pass.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Claimed {
    /// This range is now the caller's.
    Range(Box<Range>),
    /// Others work on all that is left.
    Others,
    /// Nothing.
    Nothing,
}

/// Replaces the ranges of a pass by those between these `_id`s.
pub(super) async fn prepare(
    server: &Server,
    target: &Target<'_>,
    pass: i32,
    boundaries: &[Bson],
) -> Result<()> {
    let all = doc! { "kind": "range", "_id.migration": target.id() };
    let forget = async |records: Collection<Document>| records.delete_many(all.clone()).await;
    server.noted("remove", COLLECTION, forget).await?;
    let starts = std::iter::once(&Bson::Null).chain(boundaries);
    let ends = boundaries.iter().chain([&Bson::Null]);
    let ranges = starts.zip(ends).enumerate().map(|(number, (start, end))| {
        doc! {
            "_id": { "migration": target.id(), "pass": pass, "range": number as i32 },
            "kind": "range", "state": "open", "last": start.clone(), "upTo": end.clone(),
            "lease": Bson::Null,
        }
    });
    for range in ranges {
        let id = doc! { "_id": range.get("_id") };
        let insert = async |records: Collection<Document>| {
            let write = records.replace_one(id.clone(), range.clone());
            write.upsert(true).await
        };
        server.noted("insert", COLLECTION, insert).await?;
    }
    Ok(())
}

/// Takes a range that nobody works on, or whose worker gave no sign of life for long.
pub(super) async fn claim(
    server: &Server,
    target: &Target<'_>,
    pass: i32,
    clock: &Clock,
) -> Result<Claimed> {
    let open = doc! {
        "kind": "range", "_id.migration": target.id(), "_id.pass": pass, "state": "open",
    };
    // One that ends far ahead was dated by a clock that was wrong, or by hand.
    let alive = doc! { "$gte": clock.now(), "$lte": clock.in_future(LONGEST_LEASE) };
    let free = doc! { "lease.until": { "$not": alive } };
    if let Some(range) = take(server, &open, free, clock).await? {
        return Ok(Claimed::Range(Box::new(range)));
    }
    let find = doc! { "find": COLLECTION, "filter": open.clone(), "projection": { "lease": 1 } };
    let leased = server.listing(find).await?;
    for lease in leased.iter().filter_map(|it| it.get_document("lease").ok()) {
        let process = lease.get_document("process").ok().and_then(Process::of);
        if process.is_some_and(|process| process.is_dead()) {
            let dead = doc! { "lease.claim": lease.get("claim") };
            if let Some(range) = take(server, &open, dead, clock).await? {
                return Ok(Claimed::Range(Box::new(range)));
            }
        }
    }
    Ok(if leased.is_empty() {
        Claimed::Nothing
    } else {
        Claimed::Others
    })
}

async fn take(
    server: &Server,
    open: &Document,
    free: Document,
    clock: &Clock,
) -> Result<Option<Range>> {
    let claim = ObjectId::new();
    let mut filter = open.clone();
    filter.extend(free);
    let lease = doc! {
        "claim": claim,
        "holder": bookkeeping::whoami(),
        "process": Process::own().map(|process| process.document()),
        "until": clock.in_future(LEASE),
    };
    let update = doc! { "$set": { "lease": lease } };
    let write = async |records: Collection<Document>| {
        let write = records.find_one_and_update(filter.clone(), update.clone());
        let write = write.sort(doc! { "_id": 1 });
        write.return_document(ReturnDocument::After).await
    };
    let taken = server.recorded("update", COLLECTION, write).await?;
    Ok(taken.and_then(|record| of(&record, claim)))
}

fn of(record: &Document, claim: ObjectId) -> Option<Range> {
    let value = |name| record.get(name).filter(|it| **it != Bson::Null).cloned();
    Some(Range {
        id: record.get_document("_id").ok()?.clone(),
        claim,
        last: value("last"),
        up_to: value("upTo"),
    })
}

impl Range {
    /// Records how far it is, and renews the lease; false where another worker took it over.
    pub(super) async fn advance(
        &self,
        server: &Server,
        last: &Bson,
        clock: &Clock,
    ) -> Result<bool> {
        let set = doc! { "last": last.clone(), "lease.until": clock.in_future(LEASE) };
        self.set(server, set).await
    }

    /// Records that nothing is left of it.
    pub(super) async fn finish(&self, server: &Server) -> Result<bool> {
        self.set(server, doc! { "state": "done", "lease": Bson::Null })
            .await
    }

    /// Gives it back, unfinished.
    pub(super) async fn release(&self, server: &Server) -> Result<bool> {
        self.set(server, doc! { "lease": Bson::Null }).await
    }

    async fn set(&self, server: &Server, set: Document) -> Result<bool> {
        let mine = doc! { "_id": self.id.clone(), "lease.claim": self.claim };
        let update = doc! { "$set": set };
        let write = async |records: Collection<Document>| {
            records.update_one(mine.clone(), update.clone()).await
        };
        let written = server.recorded("update", COLLECTION, write).await?;
        Ok(written.matched_count == 1)
    }
}

/// Whether something is left of a pass.
pub(super) async fn are_open(server: &Server, target: &Target<'_>, pass: i32) -> Result<bool> {
    let filter = doc! {
        "kind": "range", "_id.migration": target.id(), "_id.pass": pass, "state": "open",
    };
    let find =
        doc! { "find": COLLECTION, "filter": filter, "limit": 1, "projection": { "_id": 1 } };
    Ok(!server.listing(find).await?.is_empty())
}

/// How many ranges of the migration of this `_id` somebody holds, and works on as far as is known.
pub(super) async fn held(server: &Server, migration: &Document, clock: &Clock) -> Result<usize> {
    let filter = doc! {
        "kind": "range", "_id.migration": migration, "state": "open",
        "lease.until": { "$gte": clock.now() },
    };
    let find = doc! { "find": COLLECTION, "filter": filter, "projection": { "lease": 1 } };
    let leased = server.listing(find).await?;
    let processes = leased.iter().map(|it| {
        let lease = it.get_document("lease").ok();
        let process = lease.and_then(|lease| lease.get_document("process").ok());
        process.and_then(Process::of)
    });
    Ok(processes
        .filter(|process| !process.as_ref().is_some_and(Process::is_dead))
        .count())
}
