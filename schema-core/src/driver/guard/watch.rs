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

/// The condition on events that lets through the tenant's own alone. The events of a collection as a
/// whole (dropped, renamed) are nobody's, and are not told. Source: Change Events.
pub fn watch(scope: &Scope, events: Events) -> Result<Option<Document>, Refusal> {
    let tenant = match scope {
        Scope::Nothing(refusal) => return Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => return Ok(None),
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
    Ok(Some(if events.deletions {
        doc! { "$or": [written, of(&["delete"], &before, tenant.id())] }
    } else {
        written
    }))
}

fn of(operations: &[&str], path: &str, id: &Bson) -> Document {
    doc! { "operationType": { "$in": operations }, path: id.clone() }
}
