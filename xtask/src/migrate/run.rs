//! A migration from its beginning to its end, or from where it was left.

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use futures::future::try_join_all;

use super::batch::Manner;
use super::clock::Clock;
use super::read::Reader;
use super::record::{self, Record};
use super::schema::Locked;
use super::worker::{Ended, Team};
use super::{Job, Target};
use crate::bookkeeping::migrations::State;
use crate::bookkeeping::older;
use crate::connect::Event;
use crate::error::{Error, Result};

/// About how many documents a range holds.
pub(super) const RANGE: i64 = 20_000;
/// The most ranges of a pass, about.
pub(super) const MOST_RANGES: i64 = 1000;
/// How long a lock that another holds is waited for: a step of theirs takes no longer, most often.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often it is tried.
const RETRY: Duration = Duration::from_millis(500);

/// Runs a migration until nothing is left to do, it is paused, stopped or interrupted; returns how
/// it stands then.
///
/// One that is under way, here or elsewhere, is joined.
///
/// # Errors
///
/// Whatever kept it from starting or going on. What was done is recorded, and the next run goes on
/// from there.
pub async fn run(job: &Job<'_>, target: &Target<'_>) -> Result<State> {
    older::refuse(job.server, job.declared).await?;
    let run = Run {
        job,
        target: *target,
        clock: Clock::of(job.server).await?,
        since: Instant::now(),
        own: AtomicU64::new(0),
    };
    let ended = run.all().await;
    job.server.tell(&Event::Migrated {
        collection: target.name().to_owned(),
    });
    ended
}

/// A migration by this program.
pub(super) struct Run<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) target: Target<'a>,
    pub(super) clock: Clock,
    since: Instant,
    own: AtomicU64,
}

impl Run<'_> {
    async fn all(&self) -> Result<State> {
        let mut record = self.begin().await?;
        loop {
            if record.state != State::Running {
                return Ok(record.state);
            }
            if self.work(&record).await? == Ended::Interrupted {
                return Err(Error::Interrupted(
                    "what was migrated is recorded; `migrate run` goes on from there".to_owned(),
                ));
            }
            record = self.look().await?;
        }
    }

    /// Joins a migration that is under way, or begins it.
    async fn begin(&self) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
        let since = Instant::now();
        loop {
            let found = record::read(server, target).await?;
            match &found {
                Some(record) if record.state == State::Running && record.pass > 0 => {
                    return self.indexed(record.clone()).await;
                }
                Some(record) if record.state == State::Paused && !self.job.settings.resume => {
                    return Err(Error::Migration(format!(
                        "the migration of `{}` to version {} is paused; `migrate resume` goes on with it",
                        target.name(),
                        target.version()
                    )));
                }
                _ => {}
            }
            match Locked::acquire(self.job).await {
                Ok(locked) => return released(self.prepare(&locked).await, locked).await,
                Err(error) => self.wait(error, since).await?,
            }
        }
    }

    /// Works on the pass with all workers of this program.
    async fn work(&self, record: &Record) -> Result<Ended> {
        let setting = |name| u64::try_from(record.setting(name)).unwrap_or_default();
        let team = Team {
            reader: Reader {
                server: self.job.server,
                target: self.target,
                index: record.index.as_deref(),
                batch: u32::try_from(setting("batchSize"))
                    .unwrap_or(u32::MAX)
                    .max(1),
            },
            manner: Manner {
                target: self.target,
                collated: self.target.declared.options.contains_key("collation"),
            },
            pass: record.pass,
            pause: Duration::from_millis(setting("pauseMillis")),
            max_errors: record.setting("maxErrors"),
            clock: self.clock,
            interrupt: self.job.interrupt,
            since: self.since,
            own: &self.own,
        };
        let workers = (0..self.job.settings.workers.max(1)).map(|_| team.work());
        let ended = try_join_all(workers).await?;
        let was_interrupted = ended.contains(&Ended::Interrupted);
        Ok(if was_interrupted {
            Ended::Interrupted
        } else {
            Ended::Pass
        })
    }

    /// After a pass: another one, or the end.
    async fn look(&self) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
        let since = Instant::now();
        loop {
            let record = record::read(server, target).await?;
            let record = record
                .ok_or_else(|| Error::Changed("the migration's record was removed".to_owned()))?;
            if record.state != State::Running {
                return Ok(record);
            }
            match Locked::acquire(self.job).await {
                Ok(locked) => {
                    return released(self.finish(&locked, record.pass).await, locked).await;
                }
                Err(error) => self.wait(error, since).await?,
            }
        }
    }

    pub(super) async fn current(&self) -> Result<Record> {
        let record = record::read(self.job.server, &self.target).await?;
        record.ok_or_else(|| Error::Changed("the migration's record was removed".to_owned()))
    }

    /// Waits for a lock that another holds: another worker's step, or an apply.
    async fn wait(&self, error: Error, since: Instant) -> Result<()> {
        if !matches!(error, Error::LockHeld { .. }) || since.elapsed() > PATIENCE {
            return Err(error);
        }
        tokio::select! {
            () = tokio::time::sleep(RETRY) => Ok(()),
            () = self.job.interrupt.wait(1) => Err(Error::Interrupted(
                "what was migrated is recorded; `migrate run` goes on from there".to_owned(),
            )),
        }
    }
}

/// What was done under the lock, once that is given back.
async fn released(done: Result<Record>, locked: Locked<'_>) -> Result<Record> {
    let released = locked.release().await;
    let record = done?;
    released.map(|()| record)
}
