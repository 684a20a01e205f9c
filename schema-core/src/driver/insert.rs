//! Inserting documents.

use std::borrow::Borrow;

use bson::RawDocumentBuf;
use mongodb::{
    ClientSession,
    results::{InsertManyResult, InsertOneResult},
};
use serde::Serialize;

use super::{
    AccessError, Action, CollectionAccess, Handle, Operation, Result, Target,
    action::{in_session, sealed::Sealed},
    guard,
};

/// A document as its bytes are sent, looked at by the guard.
pub(super) fn checked<V: Serialize>(target: &Target, document: &V) -> Result<RawDocumentBuf> {
    let raw = bson::serialize_to_raw_document_buf(document);
    let raw = raw.map_err(|error| AccessError::bson(target.facts, error))?;
    let judged = guard::document(&target.scope, &raw);
    judged.map_err(|refusal| AccessError::refused(target.facts, refusal))?;
    Ok(raw)
}

/// Inserts one document.
pub struct InsertOne<'a> {
    target: &'a Target,
    document: Result<RawDocumentBuf>,
}

/// Inserts several documents.
pub struct InsertMany<'a> {
    target: &'a Target,
    documents: Result<Vec<RawDocumentBuf>>,
    ordered: bool,
}

impl<T: CollectionAccess, S> Handle<T, S> {
    /// Inserts a document of this tenant.
    pub fn insert_one(&self, document: impl Borrow<T>) -> Action<'_, InsertOne<'_>>
    where
        T: Serialize,
    {
        let target = &self.target;
        let document = checked(target, document.borrow());
        Action::new(InsertOne { target, document })
    }

    /// Inserts documents of this tenant; none of them where one is another's.
    pub fn insert_many<I>(&self, documents: I) -> Action<'_, InsertMany<'_>>
    where
        I: IntoIterator,
        I::Item: Borrow<T>,
        T: Serialize,
    {
        let target = &self.target;
        let documents = documents.into_iter();
        let documents = documents.map(|it| checked(target, it.borrow())).collect();
        Action::new(InsertMany {
            target,
            documents,
            ordered: true,
        })
    }
}

impl Action<'_, InsertMany<'_>> {
    /// Goes on behind a document that cannot be inserted.
    pub fn unordered(mut self) -> Self {
        self.operation.ordered = false;
        self
    }
}

impl Sealed for InsertOne<'_> {}
impl Operation for InsertOne<'_> {
    type Output = InsertOneResult;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<InsertOneResult> {
        let insert = self.target.collection.insert_one(self.document?);
        let inserted = in_session!(insert, session);
        inserted.map_err(|error| AccessError::write(self.target.facts, error))
    }
}

impl Sealed for InsertMany<'_> {}
impl Operation for InsertMany<'_> {
    type Output = InsertManyResult;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<InsertManyResult> {
        let insert = self.target.collection.insert_many(self.documents?);
        let inserted = in_session!(insert.ordered(self.ordered), session);
        inserted.map_err(|error| AccessError::write(self.target.facts, error))
    }
}
