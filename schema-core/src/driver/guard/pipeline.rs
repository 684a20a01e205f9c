//! Pipelines as a whole.

use bson::{Document, doc};

use super::{Joined, Refusal, Scope, filter, script::no_scripts, stage};

/// What a pipeline starts from.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// A filter, which is scoped here.
    Match(Document),
    /// A filter and what its matches are sorted by.
    Sorted(Document, Document),
    /// A stage that has to be the first, and takes a filter of its own: `$geoNear` or `$vectorSearch`.
    Search(Document),
}

/// The pipeline within the scope: it starts from the tenant's documents, and no stage brings in others.
pub fn pipeline(
    scope: &Scope,
    start: Start,
    stages: Vec<Document>,
    joined: &Joined,
) -> Result<Vec<Document>, Refusal> {
    let mut scoped = first(scope, start)?;
    scoped.extend(rest(scope, stages, joined)?);
    Ok(scoped)
}

fn first(scope: &Scope, start: Start) -> Result<Vec<Document>, Refusal> {
    Ok(match start {
        Start::Match(given) => vec![matching(scope, given)?],
        Start::Sorted(given, sort) => vec![matching(scope, given)?, doc! { "$sort": sort }],
        Start::Search(stage) => vec![
            stage::searching(scope, stage)?,
            matching(scope, Document::new())?,
        ],
    })
}

/// The stages that come later.
pub(super) fn rest(
    scope: &Scope,
    stages: Vec<Document>,
    joined: &Joined,
) -> Result<Vec<Document>, Refusal> {
    match scope {
        Scope::Nothing(refusal) => Err(refusal.clone()),
        Scope::AcrossTenants => Ok(stages),
        Scope::Tenant(_) | Scope::Global => stages
            .into_iter()
            .map(|stage| {
                no_scripts(&stage)?;
                stage::later(scope, stage, joined)
            })
            .collect(),
    }
}

/// A `$match` of the scope's documents.
pub(super) fn matching(scope: &Scope, given: Document) -> Result<Document, Refusal> {
    Ok(doc! { "$match": filter(scope, given)? })
}
