//! Sends a command until it is done: a failure that passes is waited out, and what happened in the
//! meantime is looked at before the command is sent again.

use std::time::Duration;

use bson::{Bson, Document};

use super::{Job, builds};
use crate::bookkeeping::lock::Lock;
use crate::connect::{Backoff, Event, Failure, Passing, Server};
use crate::error::{Error, Result};
use crate::inspect;
use crate::normal::{Canonical, Collations, NormalIndex, NormalOptions};

/// How long the lock's return may take for whoever wants an end at once.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// Sends `command`, one of a change's; returns the server's reply, or an empty one where the
/// command turned out to have been executed although no reply came.
///
/// The lock is checked before each further attempt: it may have been taken over meanwhile.
pub(super) async fn send(job: &Job<'_>, lock: &Lock, command: &Document) -> Result<Document> {
    let mut backoff = Backoff::new();
    loop {
        let failure = match once(job, command).await {
            Ok(reply) => return Ok(reply),
            Err(failure) => failure,
        };
        let Some(wait) = backoff.after(failure.passing) else {
            return Err(failure.error);
        };
        if wait_out(job, command, failure, wait).await? {
            backoff = Backoff::new();
        }
        lock.check().await?;
        if has_happened(job.server, command).await? {
            return Ok(Document::new());
        }
    }
}

async fn once(job: &Job<'_>, command: &Document) -> std::result::Result<Document, Failure> {
    let sent = async {
        if command.contains_key("createIndexes") {
            builds::build(job, command).await
        } else {
            job.server.attempt_change(command.clone()).await
        }
    };
    let announced = async {
        job.interrupt.wait(1).await;
        job.server.tell(&Event::Finishing);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        reply = sent => reply,
        () = announced => unreachable!("it waits for ever"),
    }
}

/// Waits for the moment of the next attempt; whoever wants an end does not have to. An index build
/// takes as long as it takes: true where one was waited for.
async fn wait_out(
    job: &Job<'_>,
    command: &Document,
    failure: Failure,
    wait: Duration,
) -> Result<bool> {
    job.server.retrying(command, &failure, wait);
    tokio::select! {
        () = tokio::time::sleep(wait) => {}
        () = job.interrupt.wait(1) => return Err(failure.error),
    }
    if failure.passing == Some(Passing::Building) {
        return builds::until_none(job, collection(command)).await;
    }
    Ok(false)
}

/// What `work` comes to; whoever asked twice for an end waits a moment for it, no longer.
pub(super) async fn briefly<T>(job: &Job<'_>, work: impl Future<Output = Result<T>>) -> Result<T> {
    let is_over = async {
        job.interrupt.wait(2).await;
        tokio::time::sleep(LAST_MOMENT).await;
    };
    tokio::select! {
        done = work => done,
        () = is_over => Err(Error::Interrupted(
            "the server did not answer any more; the lock goes stale by itself, and `history` shows this apply as abandoned".to_owned(),
        )),
    }
}

/// The collection that a command is about.
pub(super) fn collection(command: &Document) -> &str {
    let first = command.values().next();
    first.and_then(Bson::as_str).unwrap_or_default()
}

/// Whether what `command` is to bring about is there.
///
/// Only of commands that would be refused if they were sent twice; `collMod` and `shardCollection`
/// change nothing the second time.
async fn has_happened(server: &Server, command: &Document) -> Result<bool> {
    let name = command.keys().next().map_or("", String::as_str);
    if !["create", "createIndexes", "dropIndexes", "drop"].contains(&name) {
        return Ok(false);
    }
    let live = inspect::collection(server, collection(command)).await?;
    Ok(match (name, live) {
        ("drop", live) => live.is_none(),
        (_, None) => false,
        ("create", Some(live)) => is_as_created(command, &live.options),
        ("createIndexes", Some(live)) => are_built(command, &live.options, &live.indexes),
        (_, Some(live)) => is_dropped(command, &live.indexes),
    })
}

/// Whether a collection has the options of the `create` command.
fn is_as_created(command: &Document, options: &Document) -> bool {
    let wanted: Document = command.clone().into_iter().skip(1).collect();
    let collations = Collations::of_live(options, &[]);
    let wanted = NormalOptions::declared(&wanted, &collations);
    let live = NormalOptions::live(options);
    Canonical::new(&wanted.document()) == Canonical::new(&live.document())
}

/// Whether each index of the `createIndexes` command is there, under its name and as specified.
fn are_built(command: &Document, options: &Document, indexes: &[Document]) -> bool {
    let collations = Collations::of_live(options, indexes);
    let live: Vec<NormalIndex> = indexes.iter().map(NormalIndex::live).collect();
    let wanted = command.get_array("indexes").map(Vec::as_slice);
    let mut wanted = wanted
        .unwrap_or_default()
        .iter()
        .filter_map(Bson::as_document);
    wanted.all(|spec| {
        let wanted = NormalIndex::declared(spec, &collations);
        let same = |live: &NormalIndex| {
            live.name == wanted.name
                && live.signature == wanted.signature
                && live.rest == wanted.rest
        };
        live.iter().any(same)
    })
}

fn is_dropped(command: &Document, indexes: &[Document]) -> bool {
    let Ok(name) = command.get_str("index") else {
        return false;
    };
    let is_it = |index: &Document| index.get_str("name").is_ok_and(|it| it == name);
    !indexes.iter().any(is_it)
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        failure.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::doc;

    #[test]
    fn an_index_is_built_when_it_is_there_as_specified() {
        let spec = doc! { "key": { "a": 1 }, "name": "a_1", "unique": true };
        let command = doc! { "createIndexes": "t", "indexes": [spec] };
        let live = |extra: Document| {
            let mut spec = doc! { "v": 2, "key": { "a": 1_i64 }, "name": "a_1" };
            spec.extend(extra);
            [spec]
        };
        assert!(are_built(
            &command,
            &doc! {},
            &live(doc! { "unique": true })
        ));
        assert!(!are_built(&command, &doc! {}, &live(doc! {})));
        let other = live(doc! { "unique": true, "hidden": true });
        assert!(!are_built(&command, &doc! {}, &other));
        assert!(!are_built(&command, &doc! {}, &[]));
    }

    #[test]
    fn a_collection_is_created_when_it_has_the_options() {
        let command = doc! { "create": "t", "validator": { "a": 1 } };
        let live = doc! { "validator": { "a": 1_i64 }, "validationLevel": "strict" };
        assert!(is_as_created(&command, &live));
        assert!(!is_as_created(&command, &doc! {}));
    }

    #[test]
    fn an_index_is_dropped_when_its_name_is_gone() {
        let command = doc! { "dropIndexes": "t", "index": "a_1" };
        assert!(is_dropped(&command, &[doc! { "name": "_id_" }]));
        assert!(!is_dropped(&command, &[doc! { "name": "a_1" }]));
        assert!(!is_dropped(&doc! { "dropIndexes": "t" }, &[]));
    }
}
