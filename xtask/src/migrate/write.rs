//! Sends a batch, and sorts out what became of each of its documents.

use bson::{Bson, Document, RawDocumentBuf, doc};

use super::batch::{self, Manner, Update};
use super::failures::Failure;
use super::read::Reader;
use super::record::Counts;
use crate::data::whole;
use crate::error::Result;

/// How often documents that others wrote to meanwhile are read again at once; after that they are
/// left to the next pass.
const ROUNDS: usize = 3;

/// What became of a batch.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) counts: Counts,
    pub(super) failures: Vec<Failure>,
}

/// Upgrades documents and writes them, each only while it is as it was read. One that somebody else
/// wrote to meanwhile stays as they wrote it, and is read again.
pub(super) async fn batch(
    reader: &Reader<'_>,
    manner: &Manner<'_>,
    documents: &[RawDocumentBuf],
) -> Result<Written> {
    let mut written = Written::default();
    written.counts.processed = documents.len() as i64;
    let mut again;
    let mut documents = documents;
    for round in 0..ROUNDS {
        let batch = manner.batch(documents);
        written.failures.extend(batch.failures);
        let missed = send(reader, &batch.updates, &mut written).await?;
        if missed.is_empty() {
            return Ok(written);
        }
        again = reader.again(missed).await?;
        if again.is_empty() {
            return Ok(written);
        }
        if round + 1 == ROUNDS {
            written.counts.conflicts += again.len() as i64;
        }
        documents = &again;
    }
    Ok(written)
}

/// Sends updates; returns the `_id`s among which are those that were not found as they were read.
async fn send(reader: &Reader<'_>, updates: &[Update], written: &mut Written) -> Result<Vec<Bson>> {
    let name = reader.target.name();
    let named = doc! { "update": name };
    let mut missed = Vec::new();
    let mut rest = updates;
    for (count, command) in batch::commands(name, updates) {
        let (sent, later) = rest.split_at(count);
        rest = later;
        let reply = reader.server.write(&command, &named).await?;
        let refused = refusals(&reply, sent);
        let found = whole(reply.get("n"));
        written.counts.migrated += found;
        if found + (refused.len() as i64) < sent.len() as i64 {
            let is_refused = |update: &&Update| refused.iter().any(|it| it.id == update.id);
            let others = sent.iter().filter(|update| !is_refused(update));
            missed.extend(others.map(|update| update.id.clone()));
        }
        written.failures.extend(refused);
    }
    Ok(missed)
}

/// The documents whose updates the server refused.
fn refusals(reply: &Document, sent: &[Update]) -> Vec<Failure> {
    let errors = reply.get_array("writeErrors").into_iter().flatten();
    let errors = errors.filter_map(Bson::as_document);
    let failures = errors.filter_map(|error| {
        let update = sent.get(usize::try_from(whole(error.get("index"))).ok()?)?;
        Some(Failure {
            id: update.id.clone(),
            version: update.version.clone(),
            reason: reason(error),
        })
    });
    failures.collect()
}

/// The server's words, with what the validator says in detail.
fn reason(error: &Document) -> String {
    let said = error.get_str("errmsg").unwrap_or("no reason");
    match error.get_document("errInfo") {
        Ok(details) => {
            let details = Bson::from(details.clone()).into_relaxed_extjson();
            format!("the server refused it: {said}: {details}")
        }
        Err(_) => format!("the server refused it: {said}"),
    }
}
