//! The part of an apply that happens under the lock.

use super::steps::Steps;
use super::{Audience, Job, Outcome, Shown, adopt, planned, retry};
use crate::bookkeeping::history::Record;
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::{Object, Recorder};
use crate::data::Findings;
use crate::error::{Error, Result};
use crate::inspect;
use crate::plan::{Plan, Status};

/// Applies `shown` if the live state still asks for exactly that.
pub(super) async fn run(
    job: &Job<'_>,
    lock: &Lock,
    recorder: &Recorder,
    shown: Shown,
    audience: &mut impl Audience,
) -> Result<Outcome> {
    super::refuse_older(job).await?;
    let mut live = inspect::database(job.server, job.declared, &job.scope.drop_collections).await?;
    // Time alone changes no plan between its being shown and its being done.
    live.now = shown.now;
    let mut plan = planned(job, &live, &shown.findings);
    // Another apply may have done all of it while this one waited for an answer.
    if plan.changes != shown.plan.changes && !plan.changes.is_empty() {
        return Err(Error::Changed(format!(
            "the database `{}` changed",
            job.server.name()
        )));
    }
    let record = Record::start(job.server, job.declared, recorder, &plan.changes).await?;
    let steps = Steps::new(job, lock, recorder, &live);
    let mut stopped = steps.run(&mut plan.changes, audience).await.err();
    let mut adopted = Vec::new();
    let in_sync = if stopped.is_none() {
        let verified = settle(job, lock, recorder, &mut plan, &mut adopted).await;
        verified.unwrap_or_else(|error| {
            stopped = Some(error);
            false
        })
    } else {
        false
    };
    let succeeded = stopped.is_none() && !has_failed(&plan);
    let finish = record.finish(job.server, &plan.changes, &adopted, succeeded);
    let finished = retry::briefly(job, finish).await;
    stopped = stopped.or(finished.err());
    Ok(Outcome {
        plan,
        in_sync,
        stopped,
    })
}

/// Adopts what is there as declared, and plans again; whether nothing is left to do.
async fn settle(
    job: &Job<'_>,
    lock: &Lock,
    recorder: &Recorder,
    plan: &mut Plan,
    adopted: &mut Vec<Object>,
) -> Result<bool> {
    let mut live = inspect::database(job.server, job.declared, &job.scope.drop_collections).await?;
    adopt::all(job, lock, recorder, &mut live, adopted).await?;
    let verified = planned(job, &live, &Findings::default());
    let in_sync = verified.changes.is_empty();
    plan.unmanaged = verified.unmanaged;
    Ok(in_sync)
}

fn has_failed(plan: &Plan) -> bool {
    plan.changes
        .iter()
        .any(|change| change.status == Status::Failed)
}
