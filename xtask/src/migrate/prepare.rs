//! What is done before a migration's first batch, and before each pass: all of it under the lock.

use bson::{Bson, doc};

use super::record::{self, Record};
use super::run::{MOST_RANGES, RANGE, Run};
use super::schema::{self, Locked};
use super::{existing, failures, ranges, read, rivals, status};
use crate::bookkeeping::migrations::State;
use crate::error::{Error, Result};
use crate::live::LiveCollection;

/// How many documents a range holds at least, about.
const SMALLEST: i64 = 1000;

/// Into how many ranges a pass over so many documents is divided: so many that each worker gets
/// several, and no more than are told at a glance.
fn range_count(total: i64, workers: u16) -> i64 {
    let several = (i64::from(workers.max(1)) * 4).min(total / SMALLEST);
    several.max(total / RANGE).clamp(1, MOST_RANGES)
}

impl Run<'_> {
    /// Without the temporary index, where somebody dropped it.
    pub(super) async fn indexed(&self, record: Record) -> Result<Record> {
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
    pub(super) async fn prepare(&self, locked: &Locked<'_>) -> Result<Record> {
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
    pub(super) async fn divide(
        &self,
        locked: &Locked<'_>,
        index: Option<String>,
        count: i64,
    ) -> Result<Record> {
        let (server, target) = (self.job.server, &self.target);
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
}
