//! The documents that could not be upgraded, each with its reason.

use std::borrow::Cow;

use bson::{Bson, Document, RawDocumentBuf, doc};
use mongodb::Collection;

use super::batch::{self, Update};
use super::{Target, read, record};
use crate::bookkeeping::migrations::COLLECTION;
use crate::connect::Server;
use crate::data::whole;
use crate::error::{Error, Result};

/// A document that could not be upgraded.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Its `_id`.
    pub id: Bson,
    /// The version at which it is stored; null where it has none.
    pub version: Bson,
    /// Why.
    pub reason: String,
}

/// The longest reason that is recorded, in bytes: the server's own may quote a whole document.
const LONGEST: usize = 4000;

/// Records failures, each document once, and tells how many there are now.
pub(super) async fn add(server: &Server, target: &Target<'_>, failures: &[Failure]) -> Result<i64> {
    let recordings = failures.iter().map(|failure| recording(target, failure));
    let recordings = recordings.collect::<Result<Vec<_>>>()?;
    let named = doc! { "update": COLLECTION };
    for (_, command) in batch::commands(COLLECTION, &recordings) {
        let reply = server.write(&command, &named).await?;
        if let Some(error) = reply
            .get_array("writeErrors")
            .ok()
            .and_then(|it| it.first())
        {
            return Err(Error::Migration(format!(
                "documents that could not be upgraded could not be recorded in `{COLLECTION}`: {error}"
            )));
        }
    }
    let count = count(server, target).await?;
    let set = doc! { "$set": { "progress.errorDocuments": count } };
    record::change(server, target, doc! {}, set, false).await?;
    Ok(count)
}

fn recording(target: &Target<'_>, failure: &Failure) -> Result<Update> {
    let set = doc! {
        "kind": "error", "version": failure.version.clone(), "error": &*shortened(&failure.reason),
    };
    let statement = doc! {
        "q": { "_id": { "migration": target.id(), "document": failure.id.clone() } },
        "u": { "$set": set, "$currentDate": { "timestamp": true } },
        "upsert": true,
    };
    let statement = RawDocumentBuf::try_from(&statement);
    let statement = statement.map_err(|error| Error::Migration(error.to_string()))?;
    Ok(Update {
        id: failure.id.clone(),
        version: failure.version.clone(),
        statement,
    })
}

/// The beginning of a reason that is too long.
fn shortened(reason: &str) -> Cow<'_, str> {
    if reason.len() <= LONGEST {
        return reason.into();
    }
    format!("{}…", &reason[..reason.floor_char_boundary(LONGEST)]).into()
}

/// How many documents failed.
pub(super) async fn count(server: &Server, target: &Target<'_>) -> Result<i64> {
    let pipeline = vec![
        doc! { "$match": filter(target) },
        doc! { "$count": "count" },
    ];
    let command = doc! { "aggregate": COLLECTION, "pipeline": pipeline, "cursor": {} };
    let found = server.listing(command).await?;
    Ok(whole(found.first().and_then(|it| it.get("count"))))
}

/// The documents that failed, the first of them by `_id`.
pub(super) async fn list(server: &Server, target: &Target<'_>, limit: i64) -> Result<Vec<Failure>> {
    let mut find = doc! { "find": COLLECTION, "filter": filter(target), "sort": { "_id": 1 } };
    if limit > 0 {
        find.insert("limit", limit);
    }
    Ok(server.listing(find).await?.iter().filter_map(of).collect())
}

/// Forgets the failures, so that their documents are tried again.
pub(super) async fn clear(server: &Server, target: &Target<'_>) -> Result<()> {
    let forget = async |records: Collection<Document>| records.delete_many(filter(target)).await;
    server.noted("remove", COLLECTION, forget).await
}

/// Forgets the failures of documents that are of no older shape any more, or gone; `among` finds
/// those of all failures.
pub(super) async fn forget_upgraded(
    server: &Server,
    target: &Target<'_>,
    among: Document,
) -> Result<()> {
    let still = read::outdated_ids(server, target, among).await?;
    let count = still.len() as i64;
    let mut upgraded = filter(target);
    upgraded.insert("_id.document", doc! { "$nin": still });
    let forget = async |records: Collection<Document>| records.delete_many(upgraded.clone()).await;
    server.noted("remove", COLLECTION, forget).await?;
    let set = doc! { "$set": { "progress.errorDocuments": count } };
    record::change(server, target, doc! {}, set, false)
        .await
        .map(drop)
}

fn filter(target: &Target<'_>) -> Document {
    doc! { "kind": "error", "_id.migration": target.id() }
}

fn of(record: &Document) -> Option<Failure> {
    let id = record.get_document("_id").ok()?;
    Some(Failure {
        id: id.get("document")?.clone(),
        version: record.get("version").cloned().unwrap_or(Bson::Null),
        reason: record.get_str("error").ok()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_is_cut_between_characters() {
        assert_eq!(shortened("refused"), "refused");
        for offset in 0..3 {
            let long = "x".repeat(offset) + &"é".repeat(LONGEST);
            let short = shortened(&long);
            assert!(
                short.len() <= LONGEST + "…".len() && short.ends_with("é…"),
                "{short}"
            );
        }
    }
}
