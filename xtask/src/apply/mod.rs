//! Brings a live database to its declared state: plan, show, ask, apply, verify by planning again.

mod adopt;
mod builds;
mod expected;
mod interrupt;
mod locked;
mod look;
mod progress;
mod record;
mod retry;
mod step;
mod steps;
mod unhide;
mod verify;

use std::time::Duration;

use bson::{Bson, DateTime};
use schema_core::declared::DeclaredDatabase;

use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::{self, objects::Recorder, older};
use crate::connect::Server;
use crate::data::{self, Findings};
use crate::error::{Error, Result};
use crate::inspect;
use crate::live::LiveDatabase;
use crate::plan::{self, Change, Class, Plan, Scope, Status};
pub use interrupt::Interrupt;
pub use unhide::{Unhidden, unhide};

/// What is to be applied, and how far.
#[derive(Debug, Clone)]
pub struct Job<'a> {
    /// The database.
    pub server: &'a Server,
    /// What it is to become.
    pub declared: &'a DeclaredDatabase,
    /// What matters, and how far the plan may go.
    pub scope: &'a Scope,
    /// Whether safe and caution changes are applied without asking.
    pub yes: bool,
    /// Whether destructive changes are applied at all.
    pub allow_destructive: bool,
    /// Whether a schema is applied that is older than the one applied last.
    pub allow_older_schema: bool,
    /// How many indexes may be built over documents at the same time; at least 1.
    pub builds: usize,
    /// How many members must have an index before it counts as built; the server's default where
    /// none is given.
    pub commit_quorum: Option<&'a Bson>,
    /// The wish that it ends early.
    pub interrupt: &'a Interrupt,
}

/// Who watches an apply.
pub trait Audience {
    /// The plan, before anything is done.
    fn shown(&mut self, plan: &Plan) -> Result<()>;
    /// Whether to apply the `Planned` changes of a plan.
    fn confirmed(&mut self, plan: &Plan) -> impl Future<Output = Result<bool>>;
    /// A change is about to be made.
    fn starts(&mut self, change: &Change);
    /// A change was made, or failed, after this time.
    fn ended(&mut self, change: &Change, took: Duration);
}

/// How an apply went.
#[derive(Debug)]
pub struct Outcome {
    /// The plan with the status that each change came to, and what is unmanaged afterwards.
    pub plan: Plan,
    /// Whether the database is as declared afterwards.
    pub in_sync: bool,
    /// Why it ended before its end, where it did.
    pub stopped: Option<Error>,
}

/// Plans, shows, asks, applies and verifies.
///
/// Where there is nothing to change, or nothing that may be changed this time, and nothing to
/// adopt, nothing is written: no lock is taken and history gets no record. Where there is only
/// something to adopt, nobody is asked: the tool notes what is its own, and the schema stays as it
/// is.
///
/// # Errors
///
/// Whatever kept it from starting. What went wrong later is in the [`Outcome`], beside what was
/// done.
pub async fn run(job: &Job<'_>, audience: &mut impl Audience) -> Result<Outcome> {
    refuse_older(job).await?;
    let live = inspect::database(job.server, job.declared, &job.scope.drop_collections).await?;
    plan::refuse_drops(job.declared, &live, job.scope)?;
    let unweighed = plan::make(job.declared, &live, job.server.name(), job.scope);
    let findings = data::look(job.server, &unweighed, live.now).await?;
    let mut plan = planned(job, &live, &findings);
    audience.shown(&plan)?;
    let has_work = waiting(&mut plan).next().is_some();
    if !has_work && !adopt::has_work(job, &live) {
        return Ok(Outcome {
            in_sync: plan.changes.is_empty(),
            plan,
            stopped: None,
        });
    }
    if has_work && !job.yes && !audience.confirmed(&plan).await? {
        decline(&mut plan);
        return Ok(Outcome {
            plan,
            in_sync: false,
            stopped: None,
        });
    }
    let shown = Shown {
        plan,
        findings,
        now: live.now,
    };
    with_lock(job, shown, audience).await
}

/// What is said of a change that may lose something, where that isn't allowed.
const NOT_ALLOWED: &str = "left out: it may lose something; give `--allow destructive` to apply it";

/// What people agreed to, and what it was made of.
struct Shown {
    plan: Plan,
    findings: Findings,
    /// The server's clock at that time.
    now: DateTime,
}

/// The plan, with what was found among the documents, and with the changes that need a word of
/// their own held back.
fn planned(job: &Job<'_>, live: &LiveDatabase, findings: &Findings) -> Plan {
    let mut plan = plan::make(job.declared, live, job.server.name(), job.scope);
    plan::weigh(&mut plan, findings);
    for change in waiting(&mut plan) {
        if change.class == Class::Destructive && !job.allow_destructive {
            change.status = Status::Skipped;
            change.notes.push(NOT_ALLOWED.to_owned());
        }
    }
    plan::settle(&mut plan.changes);
    plan
}

fn decline(plan: &mut Plan) {
    for change in waiting(plan) {
        change.status = Status::Skipped;
    }
}

fn waiting(plan: &mut Plan) -> impl Iterator<Item = &mut Change> {
    plan.changes
        .iter_mut()
        .filter(|change| change.status == Status::Planned)
}

/// Nothing is applied that a newer schema has superseded, unless that is wanted.
async fn refuse_older(job: &Job<'_>) -> Result<()> {
    if job.allow_older_schema {
        return Ok(());
    }
    older::refuse(job.server, job.declared).await
}

/// Nobody is asked while the lock is held, and the lock is given back however the work ends.
async fn with_lock(job: &Job<'_>, shown: Shown, audience: &mut impl Audience) -> Result<Outcome> {
    let by = bookkeeping::whoami();
    let lock = Lock::acquire(job.server, &by).await?;
    let recorder = Recorder {
        schema: job.declared.name.clone(),
        by,
        token: lock.token(),
    };
    let outcome = locked::run(job, &lock, &recorder, shown, audience).await;
    let released = retry::briefly(job, lock.release()).await;
    let mut outcome = outcome?;
    outcome.stopped = outcome.stopped.or(released.err());
    Ok(outcome)
}
