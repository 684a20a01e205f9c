//! A migration from its beginning to its end, or from where it was left.

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use bson::{Bson, Document, doc};
use futures::future::try_join_all;

use super::batch::Manner;
use super::clock::Clock;
use super::read::{self, Reader};
use super::record::{self, Record};
use super::schema::{self, Locked};
use super::worker::{Ended, Team};
use super::{Job, Target, existing, failures, ranges, rivals, status};
use crate::bookkeeping::migrations::State;
use crate::bookkeeping::older;
use crate::connect::Event;
use crate::data;
use crate::error::{Error, Result};
use crate::live::LiveCollection;

/// About how many documents a range holds.
const RANGE: i64 = 20_000;
/// How many documents a range holds at least, about.
const SMALLEST: i64 = 1000;
/// The most ranges of a pass, about.
const MOST_RANGES: i64 = 1000;
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

/// Into how many ranges a pass over so many documents is divided: so many that each worker gets
/// several, and no more than are told at a glance.
fn range_count(total: i64, workers: u16) -> i64 {
    let several = (i64::from(workers.max(1)) * 4).min(total / SMALLEST);
    several.max(total / RANGE).clamp(1, MOST_RANGES)
}

struct Run<'a> {
    job: &'a Job<'a>,
    target: Target<'a>,
    clock: Clock,
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
                Ok(locked) => {
                    let prepared = self.prepare(&locked).await;
                    let released = locked.release().await;
                    let record = prepared?;
                    released?;
                    return Ok(record);
                }
                Err(error) => self.wait(error, since).await?,
            }
        }
    }

    /// Without the temporary index, where somebody dropped it.
    async fn indexed(&self, record: Record) -> Result<Record> {
        let Some(name) = record.index.clone() else {
            return Ok(record);
        };
        let live = existing(self.job.server, &self.target).await?;
        if schema::unindexing(&self.target, &live).is_some() {
            return Ok(record);
        }
        let (dropped, set) = (doc! { "index": name }, doc! { "$set": { "index": null } });
        record::change(self.job.server, &self.target, dropped, set, false).await?;
        self.current().await
    }

    /// Under the lock: nobody else prepares or finishes it now.
    async fn prepare(&self, locked: &Locked<'_>) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
        let live = existing(server, target).await?;
        rivals::refuse(server, target, &self.clock).await?;
        let paused = doc! { "state": State::Paused.name(), "pass": { "$gt": 0 } };
        let running = doc! { "$set": { "state": State::Running.name() } };
        if let Some(record) = record::change(server, target, paused, running, false).await? {
            return Ok(record);
        }
        let counted = read::by_version(server, target).await?;
        let (total, outdated) = self.sums(&counted);
        self.refuse_unknown(&counted)?;
        if let Some(done) = self.done(&live, outdated).await? {
            return Ok(done);
        }
        read::refuse_mixed(server, target).await?;
        failures::clear(server, target).await?;
        record::open(server, target, &self.job.settings, outdated, locked.by()).await?;
        let mut changes: Vec<_> = schema::loosening(target, &live)?
            .filter(|_| outdated > 0)
            .into_iter()
            .collect();
        let wants = self.job.settings.index;
        let index = wants.unwrap_or_else(|| schema::pays(total, outdated)) && outdated > 0;
        let index = schema::indexing(target).filter(|_| index);
        let name = index.as_ref().and_then(|change| change.index.clone());
        changes.extend(index);
        locked.make(changes).await?;
        let count = range_count(total, self.job.settings.workers);
        self.divide(locked, name, if outdated > 0 { count } else { 1 })
            .await
    }

    /// The record of a migration that is done, where nothing has come since.
    async fn done(&self, live: &LiveCollection, outdated: i64) -> Result<Option<Record>> {
        let record = record::read(self.job.server, &self.target).await?;
        let nothing_came = outdated == 0
            && schema::tightening(&self.target, live).is_none()
            && schema::unindexing(&self.target, live).is_none();
        Ok(record.filter(|record| record.state == State::Done && nothing_came))
    }

    /// Documents of all versions, and those of older shapes.
    fn sums(&self, counted: &[(Bson, i64)]) -> (i64, i64) {
        let total = counted.iter().map(|(_, count)| count).sum();
        let outdated = counted
            .iter()
            .filter(|(version, _)| status::is_older(&self.target, version));
        (total, outdated.map(|(_, count)| count).sum())
    }

    /// What no shape is known for could be neither upgraded nor admitted at the end.
    fn refuse_unknown(&self, counted: &[(Bson, i64)]) -> Result<()> {
        let unknown = counted
            .iter()
            .filter(|(version, _)| status::is_unknown(&self.target, version));
        let unknown: Vec<String> = unknown
            .map(|(version, count)| format!("{count} of {}", status::name(version)))
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(Error::Migration(format!(
            "`{}` has documents of versions that no shape is declared for ({}); name the shapes with `previous`, or mend them, then run it again",
            self.target.name(),
            unknown.join(", ")
        )))
    }

    /// Divides a new pass into about so many ranges.
    async fn divide(
        &self,
        locked: &Locked<'_>,
        index: Option<String>,
        count: i64,
    ) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
        read::refuse_mixed(server, target).await?;
        let boundaries = if count > 1 {
            read::boundaries(server, target, count).await?
        } else {
            Vec::new()
        };
        locked.check().await?;
        let last = record::read(server, target).await?.map_or(0, |it| it.pass);
        ranges::prepare(server, target, last + 1, &boundaries).await?;
        let set = doc! { "pass": last + 1, "index": index };
        let divided = record::change(server, target, doc! {}, doc! { "$set": set }, false).await?;
        divided.ok_or_else(|| Error::Changed("the migration's record was removed".to_owned()))
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
                    let looked = self.finish(&locked, record.pass).await;
                    let released = locked.release().await;
                    let record = looked?;
                    released?;
                    return Ok(record);
                }
                Err(error) => self.wait(error, since).await?,
            }
        }
    }

    /// Under the lock: what is left gets another pass; where nothing is, the older shapes are not
    /// admitted any more.
    async fn finish(&self, locked: &Locked<'_>, pass: i32) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
        let record = record::read(server, target).await?;
        let Some(record) = record.filter(|it| it.state != State::Running || it.pass == pass) else {
            // Somebody else has begun another pass.
            return self.current().await;
        };
        if record.state != State::Running || self.is_worked_on(&record).await? {
            return Ok(record);
        }
        let (left, failed) = self.left().await?;
        if left > 0 {
            let total = record.count("processedDocuments") + left;
            let count = (left / RANGE).clamp(1, MOST_RANGES);
            record::expect(server, target, total).await?;
            return self.divide(locked, record.index, count).await;
        }
        if failed == 0 && self.tighten(locked).await? {
            // Between the count and the new validator somebody may have written another one.
            let (left, failed) = self.left().await?;
            if left > 0 {
                return self.divide(locked, None, 1).await;
            }
            if failed == 0 {
                record::set_state(server, target, State::Done).await?;
                return self.current().await;
            }
        }
        self.unindex(locked).await?;
        record::set_state(server, target, State::Incomplete).await?;
        self.current().await
    }

    async fn current(&self) -> Result<Record> {
        let record = record::read(self.job.server, &self.target).await?;
        record.ok_or_else(|| Error::Changed("the migration's record was removed".to_owned()))
    }

    /// Whether something is left of the pass: then it is not for looking back yet.
    async fn is_worked_on(&self, record: &Record) -> Result<bool> {
        let (server, target) = (self.job.server, &self.target);
        ranges::are_open(server, target, record.pass).await
    }

    /// Documents of older shapes that did not fail, and those that did and still are.
    async fn left(&self) -> Result<(i64, i64)> {
        let (server, target) = (self.job.server, &self.target);
        let failed = failures::list(server, target, 0).await?;
        let ids: Vec<Bson> = failed.into_iter().map(|failure| failure.id).collect();
        let count = ids.len() as i64;
        let all = read::count_outdated(server, target, doc! {}).await?;
        if ids.is_empty() {
            return Ok((all, 0));
        }
        let among = doc! { "_id": { "$in": ids } };
        let failed = read::count_outdated(server, target, among.clone()).await?;
        if failed < count {
            failures::forget_upgraded(server, target, among).await?;
        }
        Ok((all - failed, failed))
    }

    /// Makes the validator admit the current shape alone, and drops the temporary index; false where
    /// documents stand against it.
    async fn tighten(&self, locked: &Locked<'_>) -> Result<bool> {
        let (server, target) = (self.job.server, &self.target);
        let live = existing(server, target).await?;
        let mut changes: Vec<_> = schema::unindexing(target, &live).into_iter().collect();
        if let Some(tightening) = schema::tightening(target, &live) {
            let found = data::violations(server, target.name(), &target.current()).await?;
            if found.documents > 0 {
                self.note_violations(found.documents, &found.ids).await?;
                return Ok(false);
            }
            changes.push(tightening);
        }
        locked.make(changes).await?;
        Ok(true)
    }

    /// Documents of the current version that do not have its shape, or of none.
    async fn note_violations(&self, documents: i64, ids: &[Bson]) -> Result<()> {
        let ids: Vec<String> = ids
            .iter()
            .map(|id| id.clone().into_relaxed_extjson().to_string())
            .collect();
        let note = format!(
            "documents that violate the validator of version {}: {documents}, such as {}",
            self.target.version(),
            ids.join(", ")
        );
        let set: Document = doc! { "$set": { "note": note } };
        record::change(self.job.server, &self.target, doc! {}, set, false).await?;
        Ok(())
    }

    async fn unindex(&self, locked: &Locked<'_>) -> Result<()> {
        let live = existing(self.job.server, &self.target).await?;
        let unindexing = schema::unindexing(&self.target, &live);
        locked.make(unindexing.into_iter().collect()).await
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
