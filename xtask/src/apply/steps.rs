//! The changes of a plan: collections beside each other, and the changes of each one after the other.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use futures::{StreamExt, stream};
use tokio::sync::Semaphore;

use super::expected::Expected;
use super::step::{Done, Step};
use super::{Audience, Job};
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::Recorder;
use crate::error::{Error, Result};
use crate::live::LiveDatabase;
use crate::plan::{self, Change, Status};

/// What executing a plan needs to know.
pub(super) struct Steps<'a> {
    job: &'a Job<'a>,
    lock: &'a Lock,
    recorder: &'a Recorder,
    live: &'a LiveDatabase,
    /// A permit for each build over documents that may run at the same time.
    builds: Semaphore,
    /// That nothing more is to be begun: the lock or the server is lost, or somebody wants an end.
    ending: Cell<bool>,
}

impl<'a> Steps<'a> {
    /// Steps that were planned against `live`.
    pub(super) fn new(
        job: &'a Job<'a>,
        lock: &'a Lock,
        recorder: &'a Recorder,
        live: &'a LiveDatabase,
    ) -> Self {
        Self {
            job,
            lock,
            recorder,
            live,
            builds: Semaphore::new(job.builds.max(1)),
            ending: Cell::new(false),
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
        &self,
        changes: &mut [Change],
        audience: &mut impl Audience,
    ) -> Result<()> {
        let audience = RefCell::new(audience);
        let groups = changes.chunk_by_mut(|left, right| left.collection == right.collection);
        let work: Vec<_> = groups.map(|group| self.group(group, &audience)).collect();
        let work = stream::iter(work).buffer_unordered(self.job.server.parallel());
        let outcomes: Vec<Result<()>> = work.collect().await;
        outcomes.into_iter().collect()
    }

    /// The changes of one collection.
    async fn group<A: Audience>(
        &self,
        changes: &mut [Change],
        audience: &RefCell<&mut A>,
    ) -> Result<()> {
        let mut expected = Expected::of(self.live, changes.first().map(|it| &*it.collection));
        let mut is_broken = false;
        for at in 0..changes.len() {
            plan::hold_dependents(changes);
            let change = &mut changes[at];
            let _permit = self.permit(change, &expected).await;
            if change.status != Status::Planned || self.ending.get() {
                continue;
            }
            if self.job.interrupt.requested() {
                self.ending.set(true);
                return Err(interrupted("the changes after that were not begun"));
            }
            if is_broken {
                change.status = Status::Skipped;
                change.error = Some("an earlier change of this collection failed".to_owned());
                continue;
            }
            let done = self.one(change, &mut expected, audience).await;
            is_broken = change.status == Status::Failed;
            done.inspect_err(|_| self.ending.set(true))?;
        }
        Ok(())
    }

    async fn one<A: Audience>(
        &self,
        change: &mut Change,
        expected: &mut Expected,
        audience: &RefCell<&mut A>,
    ) -> Result<()> {
        audience.borrow_mut().starts(change);
        let start = Instant::now();
        let done = self.awaited(change, expected).await;
        note(change, &done);
        audience.borrow_mut().ended(change, start.elapsed());
        match done {
            Err(error) if is_final(&error) => Err(error),
            _ => Ok(()),
        }
    }

    /// The right to build an index over documents; none is needed for anything else.
    async fn permit(
        &self,
        change: &Change,
        expected: &Expected,
    ) -> Option<tokio::sync::SemaphorePermit<'_>> {
        let mut commands = change.preparation.iter().chain([&change.command]);
        let builds = commands.any(|command| command.contains_key("createIndexes"));
        if builds && expected.has_documents() && change.status == Status::Planned {
            self.builds.acquire().await.ok()
        } else {
            None
        }
    }

    async fn awaited(&self, change: &Change, expected: &mut Expected) -> Result<Done> {
        let interrupt = self.job.interrupt.clone();
        let mut step = Step {
            job: self.job,
            lock: self.lock,
            recorder: self.recorder,
            expected,
        };
        tokio::select! {
            done = step.run(change) => done,
            () = interrupt.wait(2) => Err(interrupted("the change under way was not awaited: the server may still finish it, and the next apply takes up what it finds")),
        }
    }
}

/// Notes in the change how far it came.
fn note(change: &mut Change, done: &Result<Done>) {
    change.status = match done {
        Ok(Done::Applied) => Status::Applied,
        Ok(Done::Held(why)) => {
            change.notes.push(why.clone());
            Status::Held
        }
        // Nothing was tried.
        Err(Error::LockLost) => Status::Planned,
        Err(error) => {
            change.error = Some(error.to_string());
            Status::Failed
        }
    };
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
