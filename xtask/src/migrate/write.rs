//! Sends a batch, and sorts out what became of each of its documents.

use bson::{Bson, Document, RawDocumentBuf, doc};

use super::batch::{self, Manner, Update};
use super::failures::Failure;
use super::read::Reader;
use super::record::Counts;
use crate::connect::passes;
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
        let (missed, was_busy) = send(reader, &batch.updates, &mut written).await?;
        if missed.is_empty() {
            return Ok(written);
        }
        let found = reader.again(missed).await?;
        if found.is_empty() {
            return Ok(written);
        }
        if round + 1 == ROUNDS {
            let is_same = |it: &&RawDocumentBuf| documents.contains(it);
            let (same, changed): (Vec<_>, Vec<_>) = found.iter().partition(is_same);
            written.counts.conflicts += changed.len() as i64;
            let failures = same.iter().map(|it| manner.not_found(it));
            written.failures.extend(failures.filter(|_| !was_busy));
        }
        again = found;
        documents = &again;
    }
    Ok(written)
}

/// Sends updates; returns the `_id`s among which are those that were not found as they were read, and
/// whether the server was too busy for some.
async fn send(
    reader: &Reader<'_>,
    updates: &[Update],
    written: &mut Written,
) -> Result<(Vec<Bson>, bool)> {
    let name = reader.target.name();
    let named = doc! { "update": name };
    let mut missed = Vec::new();
    let mut was_busy = false;
    let mut rest = updates;
    for (count, command) in batch::commands(name, updates) {
        let (sent, later) = rest.split_at(count);
        rest = later;
        let reply = reader.server.write(&command, &named).await?;
        let refused = refusals(&reply, sent);
        was_busy |= errors(&reply).any(may_pass);
        let found = whole(reply.get("n"));
        written.counts.migrated += found;
        if found + (refused.len() as i64) < sent.len() as i64 {
            let is_refused = |update: &&Update| refused.iter().any(|it| it.id == update.id);
            let others = sent.iter().filter(|update| !is_refused(update));
            missed.extend(others.map(|update| update.id.clone()));
        }
        written.failures.extend(refused);
    }
    Ok((missed, was_busy))
}

fn errors(reply: &Document) -> impl Iterator<Item = &Document> {
    let errors = reply.get_array("writeErrors").into_iter().flatten();
    errors.filter_map(Bson::as_document)
}

/// Whether an update may succeed later as it is: the server was busy, or no primary any more.
fn may_pass(error: &Document) -> bool {
    i32::try_from(whole(error.get("code"))).is_ok_and(passes)
}

/// The documents whose updates the server refused.
fn refusals(reply: &Document, sent: &[Update]) -> Vec<Failure> {
    let lasting = errors(reply).filter(|error| !may_pass(error));
    let failures = lasting.filter_map(|error| {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// As a primary answers that steps down in the middle of an unordered batch.
    #[test]
    fn what_passes_is_no_refusal() {
        let error = |index: i32, code: i32| doc! { "index": index, "code": code, "errmsg": "no" };
        let reply = doc! { "n": 0, "writeErrors": [error(0, 10107), error(1, 121)] };
        let update = |id: i32| Update {
            id: id.into(),
            version: 1.into(),
            statement: RawDocumentBuf::new(),
        };
        let refused = refusals(&reply, &[update(7), update(8)]);
        let ids: Vec<&Bson> = refused.iter().map(|it| &it.id).collect();
        assert_eq!(ids, [&Bson::Int32(8)]);
        assert!(errors(&reply).any(may_pass));
    }
}
