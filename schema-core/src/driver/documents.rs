//! Cursors that read documents of every known version.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bson::RawDocument;
use futures::{Stream, StreamExt};
use mongodb::{ClientSession, Cursor, SessionCursor};

use super::{
    AccessError, Facts, Result,
    read::{Outcome, ReadAs},
};

/// The documents that a query finds, each read as `R`, whatever known version it is stored at: the
/// driver's cursor with errors that name the document. A stream of `Result<R::Item>`, which goes on
/// behind a document that cannot be read.
pub struct Documents<R: ReadAs> {
    cursor: Cursor<Outcome<R>>,
    facts: &'static Facts,
}

impl<R: ReadAs> Documents<R> {
    pub(super) fn new(cursor: Cursor<Outcome<R>>, facts: &'static Facts) -> Self {
        Self { cursor, facts }
    }

    /// Moves to the next document, and tells whether there is one.
    pub async fn advance(&mut self) -> Result<bool> {
        let advanced = self.cursor.advance().await;
        advanced.map_err(|error| AccessError::read(self.facts, error))
    }

    /// The current document as it is stored.
    ///
    /// # Panics
    ///
    /// Where [`advance`](Self::advance) did not yield true before, as the driver's cursor does.
    pub fn current(&self) -> &RawDocument {
        self.cursor.current()
    }

    /// The current document, read.
    ///
    /// # Panics
    ///
    /// Where [`advance`](Self::advance) did not yield true before, as the driver's cursor does.
    pub fn deserialize_current(&self) -> Result<R::Item> {
        outcome(self.facts, self.cursor.deserialize_current())
    }
}

impl<R: ReadAs> Stream for Documents<R> {
    type Item = Result<R::Item>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = this.cursor.poll_next_unpin(context);
        next.map(|next| next.map(|read| outcome(this.facts, read)))
    }
}

/// The same inside of a session, which each step takes.
pub struct SessionDocuments<R: ReadAs> {
    cursor: SessionCursor<Outcome<R>>,
    facts: &'static Facts,
}

impl<R: ReadAs> SessionDocuments<R> {
    pub(super) fn new(cursor: SessionCursor<Outcome<R>>, facts: &'static Facts) -> Self {
        Self { cursor, facts }
    }

    /// Moves to the next document, and tells whether there is one.
    pub async fn advance(&mut self, session: &mut ClientSession) -> Result<bool> {
        let advanced = self.cursor.advance(session).await;
        advanced.map_err(|error| AccessError::read(self.facts, error))
    }

    /// The current document as it is stored.
    ///
    /// # Panics
    ///
    /// Where [`advance`](Self::advance) did not yield true before, as the driver's cursor does.
    pub fn current(&self) -> &RawDocument {
        self.cursor.current()
    }

    /// The current document, read.
    ///
    /// # Panics
    ///
    /// Where [`advance`](Self::advance) did not yield true before, as the driver's cursor does.
    pub fn deserialize_current(&self) -> Result<R::Item> {
        outcome(self.facts, self.cursor.deserialize_current())
    }

    /// The next document, read; none behind the last.
    pub async fn next(&mut self, session: &mut ClientSession) -> Option<Result<R::Item>> {
        let next = self.cursor.next(session).await;
        next.map(|read| outcome(self.facts, read))
    }

    /// What is left of the documents, as a stream.
    pub fn stream<'a>(
        &'a mut self,
        session: &'a mut ClientSession,
    ) -> impl Stream<Item = Result<R::Item>> + Unpin + use<'a, R> {
        let facts = self.facts;
        let documents = self.cursor.stream(session);
        documents.map(move |read| outcome(facts, read))
    }
}

/// A document as it was read, or why the driver or the type could not.
pub(super) fn outcome<R: ReadAs>(
    facts: &Facts,
    read: mongodb::error::Result<Outcome<R>>,
) -> Result<R::Item> {
    let Outcome(read) = read.map_err(|error| AccessError::read(facts, error))?;
    read.map_err(|unread| AccessError::unreadable(facts, unread))
}
