//! One document, by its `_id`.

use std::{borrow::Borrow, marker::PhantomData};

use bson::{Bson, Document, RawDocumentBuf, doc};
use mongodb::{ClientSession, options::UpdateModifications};
use serde::Serialize;

use super::{
    AccessError, Action, CollectionAccess, Documents, Handle, Operation, ReadAs, Refusal, Result,
    SessionDocuments, Target, Update,
    action::{in_session, sealed::Sealed},
    documents::outcome,
    guard::{self, Scope},
    insert::checked,
    read::{Outcome, read},
    write_back::{WriteBack, write_all},
};

/// How many documents can be found by their `_id` at once.
const MOST_IDS: usize = 1000;

/// Finds one document.
pub struct FindOne<'a, R> {
    target: &'a Target,
    filter: Result<Document>,
    pub(super) write_back: Option<WriteBack>,
    result: PhantomData<fn() -> R>,
}

/// Finds several documents.
pub struct FindMany<'a, R> {
    target: &'a Target,
    filter: Result<Document>,
    pub(super) write_back: Option<WriteBack>,
    result: PhantomData<fn() -> R>,
}

/// Replaces one document.
pub struct ReplaceOne<'a> {
    target: &'a Target,
    filter: Result<Document>,
    document: Result<RawDocumentBuf>,
    upsert: bool,
}

/// Updates one document.
pub struct UpdateOne<'a> {
    target: &'a Target,
    filter: Result<Document>,
    update: Result<(UpdateModifications, Vec<Document>)>,
    upsert: bool,
}

/// Deletes one document.
pub struct DeleteOne<'a> {
    target: &'a Target,
    filter: Result<Document>,
}

/// The filter of one document, scoped.
pub(super) fn by_id<T: CollectionAccess>(target: &Target, id: &T::Id) -> Result<Document> {
    let id = T::encode_id(id).map_err(|error| AccessError::bson(target.facts, error))?;
    let filter = guard::by_id(&target.scope, id);
    filter.map_err(|refusal| AccessError::refused(target.facts, refusal))
}

/// Finds the document of a scoped filter.
pub(super) fn find_one<R>(target: &Target, filter: Result<Document>) -> FindOne<'_, R> {
    FindOne {
        target,
        filter,
        write_back: None,
        result: PhantomData,
    }
}

pub(super) fn scoped(target: &Target, filter: Document) -> Result<Document> {
    let scoped = guard::filter(&target.scope, filter);
    scoped.map_err(|refusal| AccessError::refused(target.facts, refusal))
}

impl<T: CollectionAccess, S> Handle<T, S> {
    /// The document with this `_id`, where it is there and this tenant's.
    pub fn find_one(&self, id: impl Borrow<T::Id>) -> Action<'_, FindOne<'_, T>>
    where
        T: ReadAs<Item = T>,
    {
        let target = &self.target;
        Action::new(find_one(target, by_id::<T>(target, id.borrow())))
    }

    /// The documents with these `_id`s that are there and this tenant's, in no order; at most 1000 are
    /// asked for at once.
    pub fn find_many<I>(&self, ids: I) -> Action<'_, FindMany<'_, T>>
    where
        I: IntoIterator,
        I::Item: Borrow<T::Id>,
        T: ReadAs<Item = T>,
    {
        let target = &self.target;
        let ids: Result<Vec<Bson>, _> = ids
            .into_iter()
            .map(|id| T::encode_id(id.borrow()))
            .collect();
        let ids = ids.map_err(|error| AccessError::bson(target.facts, error));
        Action::new(FindMany {
            target,
            filter: ids.and_then(|ids| by_ids(target, ids)),
            write_back: None,
            result: PhantomData,
        })
    }

    /// Replaces the document with this `_id`; fails with [`AccessError::NotMatched`] where it is not
    /// there or not this tenant's.
    pub fn replace_one(
        &self,
        id: impl Borrow<T::Id>,
        document: impl Borrow<T>,
    ) -> Action<'_, ReplaceOne<'_>>
    where
        T: Serialize,
    {
        let target = &self.target;
        Action::new(ReplaceOne {
            target,
            filter: by_id::<T>(target, id.borrow()),
            document: checked(target, document.borrow()),
            upsert: false,
        })
    }

    /// Updates the document with this `_id`; fails with [`AccessError::NotMatched`] where it is not
    /// there or not this tenant's.
    pub fn update_one(
        &self,
        id: impl Borrow<T::Id>,
        update: impl Into<Update<T>>,
    ) -> Action<'_, UpdateOne<'_>> {
        let target = &self.target;
        Action::new(UpdateOne {
            target,
            filter: by_id::<T>(target, id.borrow()),
            update: update.into().checked(target),
            upsert: false,
        })
    }

    /// Deletes the document with this `_id`, and tells whether it was there and this tenant's.
    pub fn delete_one(&self, id: impl Borrow<T::Id>) -> Action<'_, DeleteOne<'_>> {
        let target = &self.target;
        let filter = by_id::<T>(target, id.borrow());
        Action::new(DeleteOne { target, filter })
    }
}

fn by_ids(target: &Target, ids: Vec<Bson>) -> Result<Document> {
    let (most, given) = (MOST_IDS, ids.len());
    if given > most {
        let refusal = Refusal::TooManyIds { most, given };
        return Err(AccessError::refused(target.facts, refusal));
    }
    let is_tenant = matches!(&*target.scope, Scope::Tenant(tenant) if tenant.path() == "_id");
    // Where `_id` is the tenant key, each is compared with the tenant's own.
    let each = |ids: Vec<Bson>| ids.into_iter().map(|id| doc! { "_id": id });
    if is_tenant && !ids.is_empty() {
        scoped(target, doc! { "$or": each(ids).collect::<Vec<_>>() })
    } else {
        scoped(target, doc! { "$and": [{ "_id": { "$in": ids } }] })
    }
}

impl Action<'_, ReplaceOne<'_>> {
    /// Inserts the document where there is none with this `_id`.
    pub fn upsert(mut self) -> Self {
        self.operation.upsert = true;
        self
    }
}

impl Action<'_, UpdateOne<'_>> {
    /// Where there is no document with this `_id`, inserts one of this tenant that the update makes.
    pub fn upsert(mut self) -> Self {
        self.operation.upsert = true;
        self
    }
}

impl<R> Sealed for FindOne<'_, R> {}
impl<R: ReadAs> Operation for FindOne<'_, R> {
    type Output = Option<R::Item>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Option<R::Item>> {
        let (target, facts) = (self.target, self.target.facts);
        if let (Some(write_back), None) = (self.write_back, &session) {
            let found = target.collection.find_one(self.filter?).await;
            let found = found.map_err(|error| AccessError::read(facts, error))?;
            let Some(stored) = found else {
                return Ok(None);
            };
            let item = read::<R>(&stored).map_err(|it| AccessError::unreadable(facts, it))?;
            write_all(
                target,
                write_back.of_read(target, &stored).into_iter().collect(),
            )
            .await;
            return Ok(Some(item));
        }
        let collection = target.collection.clone_with_type::<Outcome<R>>();
        let found = in_session!(collection.find_one(self.filter?), session);
        let found = found.transpose().map(|read| outcome(facts, read));
        found.transpose()
    }
}

impl<R> Sealed for FindMany<'_, R> {}
impl<R: ReadAs> Operation for FindMany<'_, R> {
    type Output = Vec<R::Item>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Vec<R::Item>> {
        let (target, facts) = (self.target, self.target.facts);
        let failed = |error| AccessError::read(facts, error);
        let collection = target.collection.clone_with_type::<Outcome<R>>();
        let find = collection.find(self.filter?);
        let (mut found, mut old) = (Vec::new(), Vec::new());
        match session {
            None => {
                let mut documents = Documents::<R>::new(find.await.map_err(failed)?, facts);
                while documents.advance().await? {
                    found.push(documents.deserialize_current()?);
                    let write_back = self.write_back;
                    old.extend(write_back.and_then(|it| it.of_read(target, documents.current())));
                }
            }
            Some(session) => {
                let cursor = find.session(&mut *session).await.map_err(failed)?;
                let mut documents = SessionDocuments::<R>::new(cursor, facts);
                while documents.advance(&mut *session).await? {
                    found.push(documents.deserialize_current()?);
                }
            }
        }
        write_all(target, old).await;
        Ok(found)
    }
}

/// Fails where nothing matched.
pub(super) fn matched(target: &Target, one_was: bool) -> Result<()> {
    let collection = target.facts.name();
    if one_was {
        Ok(())
    } else {
        Err(AccessError::NotMatched { collection })
    }
}

impl Sealed for ReplaceOne<'_> {}
impl Operation for ReplaceOne<'_> {
    type Output = ();

    async fn run(self, session: Option<&mut ClientSession>) -> Result<()> {
        let replace = self
            .target
            .collection
            .replace_one(self.filter?, self.document?);
        let replaced = in_session!(replace.upsert(self.upsert), session);
        let replaced = replaced.map_err(|error| AccessError::write(self.target.facts, error))?;
        matched(
            self.target,
            replaced.matched_count > 0 || replaced.upserted_id.is_some(),
        )
    }
}

impl Sealed for UpdateOne<'_> {}
impl Operation for UpdateOne<'_> {
    type Output = ();

    async fn run(self, session: Option<&mut ClientSession>) -> Result<()> {
        let (update, filters) = self.update?;
        let action = self.target.collection.update_one(self.filter?, update);
        let filters = (!filters.is_empty()).then_some(filters);
        let action = action.upsert(self.upsert);
        let action = match filters {
            Some(filters) => action.array_filters(filters),
            None => action,
        };
        let updated = in_session!(action, session);
        let updated = updated.map_err(|error| AccessError::write(self.target.facts, error))?;
        matched(
            self.target,
            updated.matched_count > 0 || updated.upserted_id.is_some(),
        )
    }
}

impl Sealed for DeleteOne<'_> {}
impl Operation for DeleteOne<'_> {
    type Output = bool;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<bool> {
        let deleted = in_session!(self.target.collection.delete_one(self.filter?), session);
        let deleted = deleted.map_err(|error| AccessError::write(self.target.facts, error))?;
        Ok(deleted.deleted_count > 0)
    }
}
