//! The changes of a plan, one after the other.

use std::collections::BTreeSet;
use std::time::Instant;

use bson::Document;

use super::expected::Expected;
use super::{Audience, Job};
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::{self, Object, Origin, Recorder};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::live::LiveDatabase;
use crate::plan::{Change, Status};

/// What executing a plan needs to know.
pub(super) struct Steps<'a> {
    job: &'a Job<'a>,
    lock: &'a Lock,
    recorder: &'a Recorder,
    expected: Expected,
    /// Collections of which a step failed: what was planned after it may rest on it.
    broken: BTreeSet<String>,
}

impl<'a> Steps<'a> {
    /// Steps that were planned against `live`.
    pub(super) fn new(
        job: &'a Job<'a>,
        lock: &'a Lock,
        recorder: &'a Recorder,
        live: &LiveDatabase,
    ) -> Self {
        let expected = Expected::of(live);
        Self {
            job,
            lock,
            recorder,
            expected,
            broken: BTreeSet::new(),
        }
    }

    /// Executes the `Planned` ones of `changes`, and notes in each how far it came.
    ///
    /// A change that fails takes those after it on the same collection along, and no others.
    ///
    /// # Errors
    ///
    /// What makes all further steps pointless: a lost lock, a lost server, the wish to end.
    pub(super) async fn run(
        &mut self,
        changes: &mut [Change],
        audience: &mut impl Audience,
    ) -> Result<()> {
        for change in changes
            .iter_mut()
            .filter(|change| change.status == Status::Planned)
        {
            if self.job.interrupt.requested() {
                return Err(interrupted("the changes after that were not begun"));
            }
            if self.broken.contains(&change.collection) {
                change.status = Status::Skipped;
                change.error = Some("an earlier change of this collection failed".to_owned());
                continue;
            }
            self.one(change, audience).await?;
        }
        Ok(())
    }

    async fn one(&mut self, change: &mut Change, audience: &mut impl Audience) -> Result<()> {
        audience.starts(change);
        let start = Instant::now();
        let interrupt = self.job.interrupt.clone();
        let done = tokio::select! {
            done = self.step(change) => done,
            () = interrupt.wait(2) => Err(interrupted("the change under way was not awaited, the server may still finish it")),
        };
        change.status = match &done {
            Ok(()) => Status::Applied,
            // Nothing was tried.
            Err(Error::LockLost) => Status::Planned,
            Err(error) => {
                change.error = Some(error.to_string());
                self.broken.insert(change.collection.clone());
                Status::Failed
            }
        };
        audience.ended(change, start.elapsed());
        done.or_else(|error| if is_final(&error) { Err(error) } else { Ok(()) })
    }

    /// Looks whether all is as planned, makes sure that the lock is still held, acts, and records.
    ///
    /// Killed between the act and the record, the next apply finds the object as declared and
    /// adopts it.
    async fn step(&mut self, change: &Change) -> Result<()> {
        let server = self.job.server;
        self.expected.check(server, change).await?;
        self.lock.check().await?;
        server.change(change.command.clone()).await?;
        record(server, &change.command, self.recorder).await?;
        self.expected.refresh(server, &change.collection).await
    }
}

/// Keeps `_schema.objects` in step with what a command did.
async fn record(server: &Server, command: &Document, recorder: &Recorder) -> Result<()> {
    let Some((name, Ok(collection))) = command
        .iter()
        .next()
        .map(|(name, _)| (name.as_str(), command.get_str(name)))
    else {
        return Ok(());
    };
    let object = |index| Object {
        collection: collection.to_owned(),
        index,
    };
    match name {
        "create" => objects::record(server, &object(None), Origin::Created, recorder).await,
        "createIndexes" => {
            for index in index_names(command) {
                objects::record(server, &object(Some(index)), Origin::Created, recorder).await?;
            }
            Ok(())
        }
        "dropIndexes" => match command.get_str("index") {
            Ok(index) => objects::forget(server, &object(Some(index.to_owned())), recorder).await,
            Err(_) => Ok(()),
        },
        "drop" => objects::forget_collection(server, collection, recorder).await,
        _ => Ok(()),
    }
}

/// The names in a `createIndexes` command.
fn index_names(command: &Document) -> Vec<String> {
    let specifications = command
        .get_array("indexes")
        .map(Vec::as_slice)
        .unwrap_or_default();
    specifications
        .iter()
        .filter_map(|it| it.as_document()?.get_str("name").ok())
        .map(str::to_owned)
        .collect()
}

fn is_final(error: &Error) -> bool {
    matches!(
        error,
        Error::LockLost | Error::Unreachable { .. } | Error::Interrupted(_)
    )
}

fn interrupted(what: &str) -> Error {
    Error::Interrupted(what.to_owned())
}
