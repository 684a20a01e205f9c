//! Change streams.

use std::{
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
};

use bson::RawDocumentBuf;
use mongodb::{
    change_stream::{
        ChangeStream,
        event::{ChangeStreamEvent, ResumeToken},
    },
    options::{ChangeStreamOptions, FullDocumentBeforeChangeType, FullDocumentType},
};
use serde::de::DeserializeOwned;

use super::{
    AccessError, Changes, CollectionAccess, Handle, ReadAs, Result, Target,
    changes::Told,
    guard::{self, Events},
};

/// A change stream to be opened. Awaiting it yields [`Changes`], whose documents are
/// upgraded where they are of older versions.
#[must_use = "nothing happens before it is awaited"]
pub struct Watch<'a, T> {
    target: &'a Target,
    deletions: bool,
    options: ChangeStreamOptions,
    events: PhantomData<fn() -> T>,
}

impl<T: CollectionAccess, S> Handle<T, S> {
    /// What is inserted, updated and replaced among this tenant's documents, each event with the whole
    /// document. With `change_stream_images` that is the document as the change left it. Without, it is
    /// the one of the moment at which the event is read: an update of a document that is gone by then
    /// is not told, as nothing says whose it was, and no event tells what exactly an update changed.
    /// What happens to the collection as a whole is never told.
    pub fn watch(&self) -> Watch<'_, T> {
        let mut options = ChangeStreamOptions::default();
        options.full_document = Some(FullDocumentType::UpdateLookup);
        Watch {
            target: &self.target,
            deletions: false,
            options,
            events: PhantomData,
        }
    }
}

impl<T> Watch<'_, T> {
    /// Deletions as well. Whose a deleted document was, its image of before tells alone: without
    /// `change_stream_images` they are refused, but of the tenants' own collection, where `_id` is the
    /// tenant. One whose image is no longer kept is not told.
    pub fn deletions(mut self) -> Self {
        self.deletions = true;
        self
    }

    /// Goes on behind the event that this token is from.
    pub fn resume_after(mut self, token: ResumeToken) -> Self {
        self.options.resume_after = Some(token);
        self
    }
}

impl<'a, T: DeserializeOwned + ReadAs<Item = T>> IntoFuture for Watch<'a, T> {
    type Output = Result<Changes<T>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        let facts = self.target.facts;
        Box::pin(async move {
            let stream = self.open::<Told<T>>().await?;
            Ok(Changes::new(stream, facts))
        })
    }
}

impl<T> Watch<'_, T> {
    /// The driver's own stream, of the documents as they are stored, of whatever version.
    pub async fn stream(self) -> Result<ChangeStream<ChangeStreamEvent<RawDocumentBuf>>> {
        self.open().await
    }

    async fn open<E: DeserializeOwned>(mut self) -> Result<ChangeStream<E>> {
        let facts = self.target.facts;
        let events = Events {
            deletions: self.deletions,
            images: facts.has_images(),
        };
        let stages = guard::watch(&self.target.scope, events);
        let stages = stages.map_err(|refusal| AccessError::refused(facts, refusal))?;
        if events.images {
            self.options.full_document = Some(FullDocumentType::WhenAvailable);
        }
        if events.images && events.deletions {
            let kept = FullDocumentBeforeChangeType::WhenAvailable;
            self.options.full_document_before_change = Some(kept);
        }
        let watch = self.target.collection.watch().pipeline(stages);
        let stream = watch.with_options(self.options).await;
        let stream = stream.map_err(|error| AccessError::read(facts, error))?;
        Ok(stream.with_type())
    }
}
