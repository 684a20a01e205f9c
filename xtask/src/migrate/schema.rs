//! What a migration changes of the collection itself: the validator, and a temporary index. Each
//! change is made under the lock of `apply`, and recorded in its history.

use bson::{Bson, Document, doc};

use super::{Job, Target};
use crate::bookkeeping::history;
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::Recorder;
use crate::bookkeeping::{self, PREFIX};
use crate::compare;
use crate::error::{Error, Result};
use crate::live::LiveCollection;
use crate::normal::{Canonical, NormalOptions};
use crate::plan::{Action, Change, Class, Status};

/// From how many documents on a temporary index can pay.
const MANY: i64 = 100_000;

/// The right to change the schema, and to say in whose name.
pub(super) struct Locked<'a> {
    job: &'a Job<'a>,
    lock: Lock,
    recorder: Recorder,
}

impl<'a> Locked<'a> {
    /// Takes the lock, or says who holds it.
    pub(super) async fn acquire(job: &'a Job<'a>) -> Result<Self> {
        let by = bookkeeping::whoami();
        let lock = Lock::acquire(job.server, &by).await?;
        let recorder = Recorder {
            schema: job.declared.name.clone(),
            by,
            token: lock.token(),
        };
        Ok(Self {
            job,
            lock,
            recorder,
        })
    }

    /// Who holds it.
    pub(super) fn by(&self) -> &str {
        &self.recorder.by
    }

    /// Makes changes, one after the other, and records them; nothing is written where there are none.
    pub(super) async fn make(&self, mut changes: Vec<Change>) -> Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        let Job {
            server, declared, ..
        } = self.job;
        let record = history::Record::start(server, declared, &self.recorder, &changes).await?;
        let mut made = Ok(());
        for change in &mut changes {
            if made.is_ok() {
                made = self.one(change).await;
            }
        }
        let finished = record.finish(server, &changes, &[], made.is_ok()).await;
        made.and(finished)
    }

    async fn one(&self, change: &mut Change) -> Result<()> {
        self.lock.check().await?;
        match self.job.server.change(change.command.clone()).await {
            Ok(_) => {
                change.status = Status::Applied;
                Ok(())
            }
            Err(error) => {
                change.status = Status::Failed;
                change.error = Some(error.to_string());
                Err(error)
            }
        }
    }

    /// Makes sure that nobody took the lock over.
    pub(super) async fn check(&self) -> Result<()> {
        self.lock.check().await
    }

    /// Gives the lock back.
    pub(super) async fn release(self) -> Result<()> {
        self.lock.release().await
    }
}

/// The validator that admits every shape, in the place of one that does not; nothing where no
/// validator is in force, or it admits them already.
pub(super) fn loosening(target: &Target<'_>, live: &LiveCollection) -> Result<Option<Change>> {
    let current = validation(live);
    let accepting = with_validator(&current, target.accepting());
    let admits =
        |one: &Document, all_of: &Document| !compare::validations(all_of, one).may_refuse();
    if !compare::is_enforced(&current) || admits(&current, &accepting) {
        return Ok(None);
    }
    if !admits(&accepting, &current) {
        return Err(Error::Migration(format!(
            "the validator of `{}` is that of no known version, so it cannot be loosened without refusing what it admits; see `plan --only {}`, and apply before",
            target.name(),
            target.name()
        )));
    }
    let reason = format!(
        "documents of versions before {} are migrated",
        target.version()
    );
    Ok(Some(set(target, &current, &accepting, reason, Class::Safe)))
}

/// The validator that admits the current shape alone; nothing where none is in force, or it is that
/// one already.
pub(super) fn tightening(target: &Target<'_>, live: &LiveCollection) -> Option<Change> {
    let current = validation(live);
    let tight = with_validator(&current, target.current());
    if !compare::is_enforced(&current) || Canonical::new(&current) == Canonical::new(&tight) {
        return None;
    }
    let reason = format!("every document is of version {}", target.version());
    Some(set(target, &current, &tight, reason, Class::Caution))
}

/// The live validator, level and action, in normal form.
fn validation(live: &LiveCollection) -> Document {
    NormalOptions::live(&live.options)
        .validation
        .document()
        .clone()
}

fn with_validator(validation: &Document, validator: Document) -> Document {
    let mut validation = validation.clone();
    validation.insert("validator", validator);
    crate::plan::validator::set_by(&validation)
}

fn set(
    target: &Target<'_>,
    before: &Document,
    after: &Document,
    reason: String,
    class: Class,
) -> Change {
    let mut command = doc! { "collMod": target.name() };
    command.extend(after.clone());
    Change {
        before: Some(before.clone()),
        after: Some(after.clone()),
        class,
        ..change(target, None, Action::SetValidator, reason, command)
    }
}

fn change(
    target: &Target<'_>,
    index: Option<String>,
    action: Action,
    reason: String,
    command: Document,
) -> Change {
    Change {
        collection: target.name().to_owned(),
        index,
        action,
        class: Class::Safe,
        reason,
        notes: Vec::new(),
        before: None,
        after: None,
        command,
        preparation: Vec::new(),
        status: Status::Planned,
        error: None,
    }
}

/// The name of a migration's temporary index, by which a plan knows it.
pub(super) fn index_name(target: &Target<'_>) -> String {
    format!("{PREFIX}migrate_{}", target.version())
}

/// Whether a temporary index pays: it costs a pass over the collection, and a write for each
/// document that is upgraded, and saves each look for the rest another pass.
pub(super) fn pays(total: i64, outdated: i64) -> bool {
    total >= MANY && outdated * 2 <= total
}

/// The index that finds the documents of older shapes in the order of `_id`. Documents without a
/// version are in none: no partial filter matches a missing field.
pub(super) fn indexing(target: &Target<'_>) -> Option<Change> {
    if target.versions.unversioned {
        return None;
    }
    let (field, name) = (&target.versions.field, index_name(target));
    let spec = doc! {
        "key": { field: 1, "_id": 1 }, "name": &name,
        "partialFilterExpression": { field: { "$lt": Bson::from(target.version()) } },
    };
    let reason = "finds the documents that are still to be migrated".to_owned();
    let command = doc! { "createIndexes": target.name(), "indexes": [spec.clone()] };
    Some(Change {
        after: Some(spec),
        ..change(target, Some(name), Action::CreateIndex, reason, command)
    })
}

/// The temporary index's end, where it is there.
pub(super) fn unindexing(target: &Target<'_>, live: &LiveCollection) -> Option<Change> {
    let name = index_name(target);
    let mut indexes = live.indexes.iter().chain(&live.building);
    let spec = indexes.find(|spec| spec.get_str("name").is_ok_and(|it| it == name))?;
    let reason = "the migration needs it no more".to_owned();
    let command = doc! { "dropIndexes": target.name(), "index": &name };
    Some(Change {
        before: Some(spec.clone()),
        ..change(target, Some(name), Action::DropIndex, reason, command)
    })
}
