//! Several writes at once.

use std::borrow::Borrow;

use bson::{Bson, Document, RawDocumentBuf};
use mongodb::{
    ClientSession,
    error::{Error, ErrorKind},
    options::{
        BulkWriteOptions, DeleteOneModel, InsertOneModel, ReplaceOneModel, UpdateOneModel,
        WriteModel,
    },
    results::SummaryBulkWriteResult,
};
use serde::Serialize;

use super::{
    AccessError, Action, CollectionAccess, Handle, Operation, Result, Target, Update,
    action::{in_session, sealed::Sealed},
    by_id::by_id,
    insert::checked,
};

/// One write of a bulk, of a document of `T`.
pub struct Write<'a, T: CollectionAccess>(Kind<'a, T>);

enum Kind<'a, T: CollectionAccess> {
    Insert(&'a T),
    Replace(T::Id, &'a T, bool),
    Update(T::Id, Update<T>, bool),
    Delete(T::Id),
}

impl<'a, T: CollectionAccess> Write<'a, T> {
    /// Inserts the document.
    pub fn insert(document: &'a T) -> Self {
        Self(Kind::Insert(document))
    }

    /// Replaces the document with this `_id`.
    pub fn replace(id: T::Id, document: &'a T) -> Self {
        Self(Kind::Replace(id, document, false))
    }

    /// Updates the document with this `_id`.
    pub fn update(id: T::Id, update: impl Into<Update<T>>) -> Self {
        Self(Kind::Update(id, update.into(), false))
    }

    /// Deletes the document with this `_id`.
    pub fn delete(id: T::Id) -> Self {
        Self(Kind::Delete(id))
    }

    /// Inserts where a replacement or an update finds nothing.
    #[must_use]
    pub fn upsert(mut self) -> Self {
        match &mut self.0 {
            Kind::Replace(_, _, upsert) | Kind::Update(_, _, upsert) => *upsert = true,
            Kind::Insert(_) | Kind::Delete(_) => {}
        }
        self
    }
}

/// Writes several documents at once.
pub struct BulkWrite<'a> {
    target: &'a Target,
    models: Result<Vec<WriteModel>>,
    ordered: bool,
}

impl<T: CollectionAccess + Serialize, S> Handle<T, S> {
    /// Runs the writes in their order up to the first that fails; none of them where one is refused.
    /// Needs MongoDB 8.0. Source: bulkWrite.
    pub fn bulk_write<'a>(
        &'a self,
        writes: impl IntoIterator<Item = Write<'a, T>>,
    ) -> Action<'a, BulkWrite<'a>> {
        let target = &self.target;
        let models = writes
            .into_iter()
            .map(|write| model(target, write.0))
            .collect();
        Action::new(BulkWrite {
            target,
            models,
            ordered: true,
        })
    }
}

impl Action<'_, BulkWrite<'_>> {
    /// Goes on behind a write that fails, in any order.
    pub fn unordered(mut self) -> Self {
        self.operation.ordered = false;
        self
    }
}

fn model<T: CollectionAccess + Serialize>(
    target: &Target,
    write: Kind<'_, T>,
) -> Result<WriteModel> {
    let namespace = target.collection.namespace();
    Ok(match write {
        Kind::Insert(document) => InsertOneModel::builder()
            .namespace(namespace)
            .document(document_of(target, checked(target, document)?)?)
            .build()
            .into(),
        Kind::Replace(id, document, upsert) => ReplaceOneModel::builder()
            .namespace(namespace)
            .filter(by_id::<T>(target, id.borrow())?)
            .replacement(document_of(target, checked(target, document)?)?)
            .upsert(upsert)
            .build()
            .into(),
        Kind::Update(id, update, upsert) => {
            let (update, filters) = update.checked(target)?;
            let filters: Vec<Bson> = filters.into_iter().map(Bson::from).collect();
            UpdateOneModel::builder()
                .namespace(namespace)
                .filter(by_id::<T>(target, id.borrow())?)
                .update(update)
                .array_filters((!filters.is_empty()).then_some(filters))
                .upsert(upsert)
                .build()
                .into()
        }
        Kind::Delete(id) => DeleteOneModel::builder()
            .namespace(namespace)
            .filter(by_id::<T>(target, id.borrow())?)
            .build()
            .into(),
    })
}

/// The same bytes as the driver's models take them.
fn document_of(target: &Target, raw: RawDocumentBuf) -> Result<Document> {
    let document = Document::try_from(raw);
    document.map_err(|error| AccessError::bson(target.facts, error))
}

impl Sealed for BulkWrite<'_> {}
impl Operation for BulkWrite<'_> {
    type Output = SummaryBulkWriteResult;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<SummaryBulkWriteResult> {
        let facts = self.target.facts;
        let client = self.target.collection.client();
        let mut options = BulkWriteOptions::default();
        options.ordered = Some(self.ordered);
        // The collection's own concern does not reach a command of the client.
        options.write_concern = facts.write_concern();
        let (models, session) = match (self.models?, session) {
            (models, None) => (models, None),
            (models, Some(session)) => {
                let bulk = client
                    .bulk_write(models.clone())
                    .with_options(options.clone());
                match bulk.session(&mut *session).await {
                    // A transaction has a concern of its own; the session does not tell whether it is
                    // in one.
                    Err(error) if takes_no_concern(&error) => options.write_concern = None,
                    written => return written.map_err(|error| AccessError::write(facts, error)),
                }
                (models, Some(session))
            }
        };
        let bulk = client.bulk_write(models).with_options(options);
        let written = in_session!(bulk, session);
        written.map_err(|error| AccessError::write(facts, error))
    }
}

/// What the driver says of a write concern inside of a transaction, before it sends anything.
fn takes_no_concern(error: &Error) -> bool {
    matches!(error.kind.as_ref(), ErrorKind::InvalidArgument { message, .. } if message.contains("write concern after starting a transaction"))
}
