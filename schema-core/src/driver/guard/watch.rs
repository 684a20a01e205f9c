//! Change streams.

use bson::{Bson, Document, doc};

use super::{Refusal, Scope};

/// Which events are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Events {
    /// Deletions as well, which are known by the image of before alone.
    pub deletions: bool,
    /// Whether the collection keeps images of before.
    pub images: bool,
}

/// The stages that let through the tenant's own events alone. The events of a collection as a whole
/// (dropped, renamed) are nobody's, and are not told. Source: Change Events.
pub fn watch(scope: &Scope, events: Events) -> Result<Vec<Document>, Refusal> {
    let tenant = match scope {
        Scope::Nothing(refusal) => return Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => return Ok(Vec::new()),
        Scope::Tenant(tenant) => tenant,
    };
    // A document's `_id` is part of each of its events.
    let (after, before) = if tenant.path() == "_id" {
        ("documentKey._id".to_owned(), "documentKey._id".to_owned())
    } else if events.deletions && !events.images {
        return Err(Refusal::DeletionsUnseen);
    } else {
        let before = format!("fullDocumentBeforeChange.{}", tenant.path());
        (format!("fullDocument.{}", tenant.path()), before)
    };
    let written = of(&["insert", "update", "replace"], &after, tenant.id());
    let condition = if events.deletions {
        doc! { "$or": [written, of(&["delete"], &before, tenant.id())] }
    } else {
        written
    };
    let mut stages = vec![doc! { "$match": condition }];
    if !events.images {
        // The document is the one of now: were its `_id` another tenant's before, what changed would
        // be theirs.
        stages.push(doc! { "$unset": "updateDescription" });
    }
    Ok(stages)
}

fn of(operations: &[&str], path: &str, id: &Bson) -> Document {
    doc! { "operationType": { "$in": operations }, path: id.clone() }
}
