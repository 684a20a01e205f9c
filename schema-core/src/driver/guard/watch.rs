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
///
/// An update is told by the document as it is when the event is read. By then another one may stand
/// under the same `_id`, so that what the update changed is told only where the image of before
/// shows whose it was.
pub fn watch(scope: &Scope, events: Events) -> Result<Vec<Document>, Refusal> {
    let tenant = match scope {
        Scope::Nothing(refusal) => return Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => return Ok(Vec::new()),
        Scope::Tenant(tenant) => tenant,
    };
    let told = ["insert", "update", "replace"];
    // A document's `_id` is part of each of its events.
    if tenant.path() == "_id" {
        let deleted = events.deletions.then_some("delete");
        let told: Vec<&str> = told.into_iter().chain(deleted).collect();
        return Ok(vec![matching(of(&told, "documentKey._id", tenant.id()))]);
    }
    if events.deletions && !events.images {
        return Err(Refusal::DeletionsUnseen);
    }
    let after = format!("fullDocument.{}", tenant.path());
    if !events.deletions {
        let changed = doc! { "$unset": "updateDescription" };
        return Ok(vec![matching(of(&told, &after, tenant.id())), changed]);
    }
    let before = format!("fullDocumentBeforeChange.{}", tenant.path());
    let mut updated = of(&["update"], &after, tenant.id());
    updated.insert(&before, tenant.id().clone());
    let written = of(&["insert", "replace"], &after, tenant.id());
    let deleted = of(&["delete"], &before, tenant.id());
    Ok(vec![matching(doc! { "$or": [written, updated, deleted] })])
}

fn matching(condition: Document) -> Document {
    doc! { "$match": condition }
}

fn of(operations: &[&str], path: &str, id: &Bson) -> Document {
    doc! { "operationType": { "$in": operations }, path: id.clone() }
}
