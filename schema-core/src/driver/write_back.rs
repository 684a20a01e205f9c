//! Documents of older versions, stored as the current one by whoever reads them.

use bson::{Bson, Document, RawBson, RawDocument, doc};
use mongodb::options::{Collation, UpdateModifications};
use serde::Serialize;

use super::{AccessError, CollectionAccess, Result, Target, guard, read::Unread};
use crate::{
    model::CollectionOption,
    upgrade::{self, ReadError},
};

/// How many are written at a time.
const AT_ONCE: usize = 8;

/// How the documents of a type are written back.
#[derive(Clone, Copy)]
pub(super) struct WriteBack {
    change: fn(&RawDocument) -> Result<Option<Change>, ReadError>,
}

/// What one document becomes, while it is as it was read.
pub(super) struct Change {
    id: Bson,
    guard: Document,
    update: UpdateModifications,
    /// Whether the collection compares strings by a collation, under which a change could go unseen.
    is_collated: bool,
}

impl WriteBack {
    /// Of a collection's type.
    pub(super) fn of<T: CollectionAccess + Serialize>() -> Self {
        let change = change::<T>;
        Self { change }
    }

    /// The change of a document; none of one that is current.
    pub(super) fn change(self, stored: &RawDocument) -> Result<Option<Change>, Unread> {
        (self.change)(stored).map_err(|source| Unread::of(stored, source))
    }

    /// The change of a document that was read; one that cannot be made is logged.
    pub(super) fn of_read(self, target: &Target, stored: &RawDocument) -> Option<Change> {
        let changed = self.change(stored);
        let changed = changed.map_err(|unread| AccessError::unreadable(target.facts, unread));
        logged(target, changed).flatten()
    }
}

impl Change {
    /// Writes it, guarded by all that was read; false where somebody else wrote to it meanwhile.
    pub(super) async fn write(self, target: &Target) -> Result<bool> {
        let scoped = guard::by_id(&target.scope, self.id);
        let scoped = scoped.map_err(|refusal| AccessError::refused(target.facts, refusal))?;
        let guarded = doc! { "$and": [scoped, self.guard] };
        let write = target.collection.update_one(guarded, self.update);
        let written = if self.is_collated {
            let simple = Collation::builder().locale("simple").build();
            write.collation(simple).await
        } else {
            write.await
        };
        let written = written.map_err(|error| AccessError::write(target.facts, error))?;
        Ok(written.matched_count == 1)
    }
}

/// Writes what was read. Whoever read it has it already, so a write that fails is logged.
pub(super) async fn write_all(target: &Target, changes: Vec<Change>) {
    let mut left = changes.into_iter();
    loop {
        let some = left.by_ref().take(AT_ONCE);
        let some: Vec<_> = some.map(|change| change.write(target)).collect();
        if some.is_empty() {
            return;
        }
        for written in futures::future::join_all(some).await {
            logged(target, written);
        }
    }
}

fn logged<V>(target: &Target, outcome: Result<V>) -> Option<V> {
    let (collection, failed) = (target.facts.name(), outcome.as_ref().err());
    if let Some(error) = failed {
        tracing::warn!(collection, %error, "a document that was read is not written back");
    }
    outcome.ok()
}

fn change<T: CollectionAccess + Serialize>(
    stored: &RawDocument,
) -> Result<Option<Change>, ReadError> {
    let upgraded = match upgrade::upgraded::<T>(stored.as_bytes()) {
        Ok(upgraded) => upgraded,
        Err(ReadError::Current { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let failed = |error: bson::error::Error| ReadError::Malformed {
        type_name: T::MODEL.type_name,
        detail: error.to_string(),
    };
    let (Some(guard), Ok(Some(id))) = (upgrade::guard(T::MODEL, stored), stored.get("_id")) else {
        return Ok(None);
    };
    let update = upgrade::update(stored, &upgraded).and_then(modifications);
    let mut options = T::MODEL.options.iter();
    Ok(Some(Change {
        id: Bson::try_from(id).map_err(failed)?,
        guard: document(&guard).map_err(failed)?,
        update: update.map_err(failed)?,
        is_collated: options.any(|option| matches!(option, CollectionOption::Collation(_))),
    }))
}

fn modifications(update: RawBson) -> bson::error::Result<UpdateModifications> {
    match update {
        RawBson::Array(stages) => {
            let stages = stages.into_iter().filter_map(|stage| {
                stage
                    .ok()
                    .and_then(|stage| stage.as_document().map(document))
            });
            stages
                .collect::<bson::error::Result<_>>()
                .map(UpdateModifications::Pipeline)
        }
        RawBson::Document(update) => document(&update).map(UpdateModifications::Document),
        _ => Ok(UpdateModifications::Document(Document::new())),
    }
}

fn document(raw: &RawDocument) -> bson::error::Result<Document> {
    Document::try_from(raw)
}
