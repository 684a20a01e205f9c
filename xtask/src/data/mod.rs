//! Looks at the documents behind a plan, before anything is changed: duplicates of a key that is to
//! be unique, violations of a validator, documents that an expiry deletes, numbers and sizes.

mod expiring;
mod findings;
mod keys;
mod size;
mod violations;
mod wanted;

use bson::DateTime;
use futures::{StreamExt, TryStreamExt, stream};

use crate::connect::Server;
use crate::error::{Error, Result};
use crate::plan::Plan;
pub use findings::{Duplicates, Expiring, Finding, Findings, Look, Size, Violations};
pub(crate) use size::whole;
pub(crate) use violations::look as violations;
pub(crate) use wanted::duplicates;
pub use wanted::{Wanted, wanted};

/// Looks at all that the plan's changes depend on, as many at a time as the connection's manner
/// allows. Every command is bounded by `--max-time`; what could not be looked at is
/// [`Look::Unknown`].
///
/// `now` is the server's clock, by which documents expire.
///
/// # Errors
///
/// A lost server; whatever concerns one look alone is told in its finding.
pub async fn look(server: &Server, plan: &Plan, now: DateTime) -> Result<Findings> {
    let all = plan.changes.iter().flat_map(|change| {
        let id = change.id();
        wanted(plan, change)
            .into_iter()
            .map(move |wanted| (id.clone(), change, wanted))
    });
    let looks = all.map(|(id, change, wanted)| async move {
        let finding = one(server, &change.collection, &wanted, now).await?;
        Ok::<_, Error>((id, finding))
    });
    let found: Vec<(String, Finding)> = stream::iter(looks.collect::<Vec<_>>())
        .buffer_unordered(server.parallel())
        .try_collect()
        .await?;
    let mut findings = Findings::default();
    for (id, finding) in found {
        findings.add(id, finding);
    }
    Ok(findings)
}

/// One look.
pub async fn one(
    server: &Server,
    collection: &str,
    wanted: &Wanted,
    now: DateTime,
) -> Result<Finding> {
    let mut finding = Finding::default();
    match wanted {
        Wanted::Duplicates(spec) => {
            let found = keys::look(server, collection, spec).await;
            finding.duplicates = Some(known(found)?);
        }
        Wanted::Violations(validator) => {
            let found = violations::look(server, collection, validator).await;
            finding.violations = Some(known(found)?);
        }
        Wanted::Expiring {
            field,
            seconds,
            filter,
        } => {
            let found = expiring::look(server, collection, (field, *seconds, filter), now).await;
            finding.expiring = Some(known(found)?);
        }
        Wanted::Size => finding.size = Some(known(size::look(server, collection).await)?),
    }
    Ok(finding)
}

/// How many documents a collection holds, by the server's own count.
pub(crate) async fn documents(server: &Server, collection: &str) -> Result<u64> {
    let size = size::look(server, collection).await?;
    Ok(size.documents.unsigned_abs())
}

/// What keeps a look from an answer is told; what keeps the whole command from one is an error.
fn known<T: Default>(found: Result<T>) -> Result<Look<T>> {
    match found {
        Ok(found) => Ok(Look::Known(found)),
        // A collection that isn't there has no documents.
        Err(Error::NotFound { .. }) => Ok(Look::Known(T::default())),
        Err(
            error @ (Error::Command { .. }
            | Error::TimeIsUp { .. }
            | Error::Unsupported { .. }
            | Error::IsView { .. }
            | Error::NotPermitted { .. }),
        ) => Ok(Look::Unknown(error.to_string())),
        Err(error) => Err(error),
    }
}
