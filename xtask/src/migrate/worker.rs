//! One worker: it takes range after range, and upgrades the documents of each batch by batch.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bson::{Bson, RawDocumentBuf};

use super::batch::{self, Manner};
use super::clock::Clock;
use super::pace::{Members, Pace};
use super::ranges::{self, Claimed, Range};
use super::read::Reader;
use super::record::{self, Record};
use super::{failures, write};
use crate::apply::Interrupt;
use crate::bookkeeping::migrations::State;
use crate::connect::{Event, Migrating};
use crate::error::Result;

/// How long a worker waits for ranges of others to end.
const WAIT: Duration = Duration::from_millis(500);
/// How often the rate is recorded.
const ESTIMATE_EVERY: Duration = Duration::from_secs(2);

/// Why a worker ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing is left of the pass.
    Pass,
    /// The migration is not running any more, or is at another pass.
    State,
    /// Somebody wants an end.
    Interrupted,
}

/// What the workers of this program share.
#[derive(Debug)]
pub(super) struct Team<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) manner: Manner<'a>,
    pub(super) pass: i32,
    pub(super) pause: Duration,
    pub(super) max_errors: i64,
    pub(super) clock: Clock,
    pub(super) interrupt: &'a Interrupt,
    pub(super) since: Instant,
    /// Documents that this program has looked at.
    pub(super) own: &'a AtomicU64,
}

impl Team<'_> {
    /// Works until nothing is left to do.
    pub(super) async fn work(&self) -> Result<Ended> {
        let mut hand = Hand {
            team: self,
            pace: Pace::new(self.pause),
            members: Members::new(),
            estimated: Instant::now(),
        };
        let Reader { server, target, .. } = &self.reader;
        loop {
            if self.interrupt.requested() {
                return Ok(Ended::Interrupted);
            }
            match ranges::claim(server, target, self.pass, &self.clock).await? {
                Claimed::Nothing => return Ok(Ended::Pass),
                Claimed::Range(range) => {
                    if let Some(ended) = hand.range(&range).await? {
                        range.release(server).await?;
                        return Ok(ended);
                    }
                }
                Claimed::Others => {
                    let record = record::read(server, target).await?;
                    if !record.is_some_and(|record| self.is_of(&record)) {
                        return Ok(Ended::State);
                    }
                    tokio::time::sleep(WAIT).await;
                }
            }
        }
    }

    /// Whether the migration still runs, at the pass of this team.
    fn is_of(&self, record: &Record) -> bool {
        record.state == State::Running && record.pass == self.pass
    }

    fn tell(&self, record: &Record) {
        let count = |name| record.count(name).max(0).unsigned_abs();
        self.reader.server.tell(&Event::Migrating(Migrating {
            collection: self.reader.target.name().to_owned(),
            done: count("processedDocuments"),
            // More may have come since it was counted.
            total: count("totalDocuments").max(count("processedDocuments")),
            failed: count("errorDocuments"),
            elapsed: self.since.elapsed(),
            own: self.own.load(Ordering::Relaxed),
        }));
    }
}

/// A worker at its work.
struct Hand<'a> {
    team: &'a Team<'a>,
    pace: Pace,
    members: Members,
    estimated: Instant,
}

impl Hand<'_> {
    /// Works on a range; why it ended before the range did, where it did.
    ///
    /// The next batch is read while the one before it is written.
    async fn range(&mut self, range: &Range) -> Result<Option<Ended>> {
        let reader = &self.team.reader;
        let mut batches = reader.range(range);
        let mut documents = batches.next().await?;
        while let Some(last) = documents.last().map(|it| batch::id(it)) {
            let written = self.batch(range, &documents, &last);
            let (ended, next) = futures::join!(written, batches.next());
            if let Some(ended) = ended? {
                return Ok(Some(ended));
            }
            documents = next?;
        }
        range.finish(reader.server).await?;
        Ok(None)
    }

    /// Writes a batch, and records it; why the worker ends, where it does.
    async fn batch(
        &mut self,
        range: &Range,
        documents: &[RawDocumentBuf],
        last: &Bson,
    ) -> Result<Option<Ended>> {
        let team = self.team;
        let (server, target) = (team.reader.server, &team.reader.target);
        let start = Instant::now();
        let written = write::batch(&team.reader, &team.manner, documents).await?;
        let took = start.elapsed();
        let mut too_many = false;
        if !written.failures.is_empty() {
            let failed = failures::add(server, target, &written.failures).await?;
            too_many = failed > team.max_errors;
        }
        team.own
            .fetch_add(documents.len() as u64, Ordering::Relaxed);
        let is_mine = range.advance(server, last, &team.clock).await?;
        let record = record::advance(server, target, written.counts).await?;
        if too_many {
            record::set_state(server, target, State::Stopped).await?;
            return Ok(Some(Ended::State));
        }
        let Some(record) = record.filter(|record| is_mine && team.is_of(record)) else {
            return Ok(Some(Ended::State));
        };
        team.tell(&record);
        if self.estimated.elapsed() >= ESTIMATE_EVERY {
            self.estimated = Instant::now();
            record::estimate(server, target, &record, &team.clock).await?;
        }
        let lag = self.members.lag(server).await;
        let pause = self.pace.after(documents.len(), took, lag);
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = team.interrupt.wait(1) => {}
        }
        Ok(team.interrupt.requested().then_some(Ended::Interrupted))
    }
}
