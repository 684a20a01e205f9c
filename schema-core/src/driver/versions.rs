//! Documents of older shapes: read as the current type, and written back.

use std::borrow::Borrow;

use bson::{Document, RawBson, RawDocument, RawDocumentBuf, doc};
use mongodb::options::{Collation, UpdateModifications};
use serde::{Serialize, de::DeserializeOwned, de::Error as _};

use super::{
    AccessError, Action, CollectionAccess, Find, Handle, Result,
    by_id::{FindOne, by_id, find_one},
};
use crate::{
    model::CollectionOption,
    upgrade::{self, ReadError, Versioned},
};

impl<T> Find<T> {
    /// Documents of every known version, each upgraded to `T` as it is read, with the version at which
    /// it is stored. One of an unknown or newer version is an error of the cursor, by name.
    pub fn any_version(self) -> Find<T, Versioned<T>> {
        self.with_result()
    }
}

impl<T: CollectionAccess + DeserializeOwned + Send + Sync, S> Handle<T, S> {
    /// The document with this `_id`, of whatever known version, where it is there and this tenant's.
    pub fn find_any_version(
        &self,
        id: impl Borrow<T::Id>,
    ) -> Action<'_, FindOne<'_, Versioned<T>>> {
        let target = &self.target;
        Action::new(find_one(target, by_id::<T>(target, id.borrow())))
    }

    /// Writes the document with this `_id` back as the current version, where it is of an older one;
    /// false where it is not there, is current already, or somebody else wrote to it meanwhile.
    ///
    /// The write is guarded by the version and all that was read: what others wrote is never overwritten.
    pub async fn write_back(&self, id: impl Borrow<T::Id>) -> Result<bool>
    where
        T: Serialize,
    {
        let target = &self.target;
        let scoped = by_id::<T>(target, id.borrow())?;
        let read = target.collection.find_one(scoped.clone()).await;
        let read = read.map_err(|error| AccessError::read(target.facts, error))?;
        let Some(stored) = read else {
            return Ok(false);
        };
        let failed = |error| AccessError::bson(target.facts, error);
        let Some((guard, update)) = changes::<T>(&stored).map_err(failed)? else {
            return Ok(false);
        };
        let write = target
            .collection
            .update_one(doc! { "$and": [scoped, guard] }, update);
        let write = if is_collated::<T>() {
            write.collation(Collation::builder().locale("simple").build())
        } else {
            write
        };
        let written = write
            .await
            .map_err(|error| AccessError::write(target.facts, error))?;
        Ok(written.matched_count == 1)
    }
}

/// The guard and the update of a document; none of one that is current.
fn changes<T: CollectionAccess + Serialize>(
    stored: &RawDocumentBuf,
) -> bson::error::Result<Option<(Document, UpdateModifications)>> {
    let upgraded = match upgrade::upgraded::<T>(stored.as_bytes()) {
        Ok(upgraded) => upgraded,
        Err(ReadError::Current { .. }) => return Ok(None),
        Err(error) => return Err(bson::error::Error::custom(error)),
    };
    let Some(guard) = upgrade::guard(T::MODEL, stored) else {
        return Ok(None);
    };
    let update = modifications(upgrade::update(stored, &upgraded)?)?;
    Ok(Some((document(&guard)?, update)))
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

/// Whether the collection compares strings by a collation, under which a change could go unseen.
fn is_collated<T: CollectionAccess>() -> bool {
    let mut options = T::MODEL.options.iter();
    options.any(|option| matches!(option, CollectionOption::Collation(_)))
}
