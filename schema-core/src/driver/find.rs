//! A declared query with its values.

use std::{
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
    time::Duration,
};

use bson::{Document, RawDocumentBuf};
use mongodb::{ClientSession, Cursor, SessionCursor};

use super::{
    Argument, As, Documents, PageKey, ReadAs, Result, SessionDocuments, Target, request::Request,
};

/// A declared query with its values. Awaiting it yields [`Documents`] of `R`, which is `T` where the
/// query returns whole documents: those of older versions are upgraded as they are read.
#[must_use = "nothing happens before it is awaited"]
pub struct Find<T, R = T> {
    pub(super) request: Request,
    types: PhantomData<fn() -> (T, R)>,
}

impl<T, R> Find<T, R> {
    /// The query at this position of the collection's list, with an argument for each of its terms
    /// of `eq`, `any_of`, `range` and `near`, in their order in the model, and one for all of `text`.
    pub fn declared(target: &Target, query: usize, arguments: Vec<Argument>) -> Self {
        Self {
            request: Request::new(target, query, arguments),
            types: PhantomData,
        }
    }

    /// The same, read as another type.
    pub(super) fn with_result<V>(self) -> Find<T, V> {
        Find {
            request: self.request,
            types: PhantomData,
        }
    }

    /// One more condition, which all documents have to satisfy as well. It cannot name the tenant key.
    pub fn and(mut self, filter: Document) -> Self {
        self.request.and(filter);
        self
    }

    /// At most this many documents; no limit where it is zero, as the server takes it.
    pub fn limit(mut self, most: u32) -> Self {
        self.request.limit = Some(most);
        self
    }

    /// Passes over this many documents first, each of which the server still looks at: to page, use
    /// [`page`](Self::page).
    pub fn skip(mut self, documents: u64) -> Self {
        self.request.skip = Some(documents);
        self
    }

    /// How many documents the server sends at once.
    pub fn batch_size(mut self, documents: u32) -> Self {
        self.request.batch_size = Some(documents);
        self
    }

    /// How long the server may work on it.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.request.max_time = Some(time);
        self
    }

    /// Makes the server use the index that the compiler found, by its keys, rather than choose.
    pub fn hint(mut self) -> Self {
        self.request.hint = true;
        self
    }

    /// Continues behind the page that this key is from.
    pub fn after(mut self, key: PageKey) -> Self {
        self.request.after = Some(key);
        self
    }

    /// The `find` command that is sent, without what the driver adds to each. The server's `explain`
    /// takes it.
    pub fn command(&self) -> Result<Document> {
        self.request.command()
    }

    /// What the server plans and does for it. `verbosity`: `queryPlanner`, `executionStats` or
    /// `allPlansExecution`. Source: explain.
    pub async fn explain(&self, verbosity: &str) -> Result<Document> {
        self.request.explain(verbosity).await
    }
}

impl<T> Find<T, RawDocumentBuf> {
    /// The fields that a covered query yields, as a type of the application's own that has them.
    pub fn as_type<P>(self) -> Find<T, As<P>> {
        self.with_result()
    }
}

impl<T, R: ReadAs> Find<T, R> {
    /// The driver's own cursor, of the documents as they are stored, of whatever version.
    pub async fn cursor(self) -> Result<Cursor<RawDocumentBuf>> {
        self.request.cursor().await
    }

    /// Inside of a session: in its transaction, or causally after what it saw. Awaiting yields
    /// [`SessionDocuments`].
    pub fn session(self, session: &mut ClientSession) -> FindInSession<'_, R> {
        FindInSession {
            request: self.request,
            session,
            result: PhantomData,
        }
    }
}

impl<T: 'static, R: ReadAs> IntoFuture for Find<T, R> {
    type Output = Result<Documents<R>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let facts = self.request.target.facts;
        Box::pin(async move { Ok(Documents::new(self.request.cursor().await?, facts)) })
    }
}

/// A declared query that runs inside of a session when it is awaited.
#[must_use = "nothing happens before it is awaited"]
pub struct FindInSession<'s, R> {
    request: Request,
    session: &'s mut ClientSession,
    result: PhantomData<fn() -> R>,
}

impl<R> FindInSession<'_, R> {
    /// The driver's own cursor, of the documents as they are stored, of whatever version.
    pub async fn cursor(self) -> Result<SessionCursor<RawDocumentBuf>> {
        self.request.session_cursor(self.session).await
    }
}

impl<'s, R: ReadAs> IntoFuture for FindInSession<'s, R> {
    type Output = Result<SessionDocuments<R>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 's>>;

    fn into_future(self) -> Self::IntoFuture {
        let facts = self.request.target.facts;
        Box::pin(async move {
            let cursor = self.request.session_cursor(self.session).await?;
            Ok(SessionDocuments::new(cursor, facts))
        })
    }
}
