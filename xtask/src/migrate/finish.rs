//! What is done after a pass, under the lock: another one, or the migration's end.

use bson::{Bson, Document, doc};

use super::record::{self, Record};
use super::run::{MOST_RANGES, RANGE, Run};
use super::schema::{self, Locked};
use super::{existing, failures, ranges, read};
use crate::bookkeeping::migrations::State;
use crate::data;
use crate::error::Result;

impl Run<'_> {
    /// Under the lock: what is left gets another pass; where nothing is, the older shapes are not
    /// admitted any more.
    pub(super) async fn finish(&self, locked: &Locked<'_>, pass: i32) -> Result<Record> {
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
            read::refuse_mixed(server, target).await?;
            return self.divide(locked, record.index, count).await;
        }
        if failed == 0 && self.tighten(locked).await? {
            // Between the count and the new validator somebody may have written another one.
            let (left, failed) = self.left().await?;
            if left > 0 {
                read::refuse_mixed(server, target).await?;
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

    /// Whether something is left of the pass: then it is not for looking back yet.
    async fn is_worked_on(&self, record: &Record) -> Result<bool> {
        let (server, target) = (self.job.server, &self.target);
        ranges::are_open(server, target, record.pass).await
    }
}
