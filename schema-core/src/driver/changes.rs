//! The events of a change stream, with documents of every known version.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bson::{RawBsonRef, RawDocument, RawDocumentBuf, raw::CString};
use futures::{Stream, StreamExt};
use mongodb::change_stream::{
    ChangeStream,
    event::{ChangeStreamEvent, ResumeToken},
};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};

use super::{
    AccessError, Facts, ReadAs, Result,
    read::{Unread, read},
};

/// Where an event has the document as it is now.
const AFTER: &str = "fullDocument";
/// Where it has the one of before.
const BEFORE: &str = "fullDocumentBeforeChange";

/// An open change stream: the driver's events, whose documents are read as `T`, whatever known version
/// they are stored at. An event whose document cannot be read is an error, behind which the stream
/// goes on.
pub struct Changes<T: DeserializeOwned + ReadAs<Item = T>> {
    stream: ChangeStream<Told<T>>,
    facts: &'static Facts,
}

impl<T: DeserializeOwned + ReadAs<Item = T>> Changes<T> {
    pub(super) fn new(stream: ChangeStream<Told<T>>, facts: &'static Facts) -> Self {
        Self { stream, facts }
    }

    /// From where [`Watch::resume_after`](super::Watch::resume_after) goes on behind what was told.
    pub fn resume_token(&self) -> Option<ResumeToken> {
        self.stream.resume_token()
    }

    /// Whether there may be more events.
    pub fn is_alive(&self) -> bool {
        self.stream.is_alive()
    }

    /// The next event, where the server has one by now: it is asked once, at most.
    pub async fn next_if_any(&mut self) -> Result<Option<ChangeStreamEvent<T>>> {
        let next = self.stream.next_if_any().await;
        let told = next.transpose().map(|next| told(self.facts, next));
        told.transpose()
    }
}

impl<T: DeserializeOwned + ReadAs<Item = T>> Stream for Changes<T> {
    type Item = Result<ChangeStreamEvent<T>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = this.stream.poll_next_unpin(context);
        next.map(|next| next.map(|next| told(this.facts, next)))
    }
}

fn told<T>(facts: &Facts, next: mongodb::error::Result<Told<T>>) -> Result<ChangeStreamEvent<T>> {
    let Told(event) = next.map_err(|error| AccessError::read(facts, error))?;
    event.map_err(|unread| AccessError::unreadable(facts, unread))
}

/// An event as the driver reads it, to which an error of a document is a value.
pub(super) struct Told<T>(Result<ChangeStreamEvent<T>, Unread>);

impl<'de, T: DeserializeOwned + ReadAs<Item = T>> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let event = <&RawDocument>::deserialize(deserializer)?;
        let document = |name| match event.get(name) {
            Ok(Some(RawBsonRef::Document(document))) => read::<T>(document).map(Some),
            _ => Ok(None),
        };
        let documents = document(AFTER).and_then(|after| Ok((after, document(BEFORE)?)));
        let (after, before) = match documents {
            Ok(documents) => documents,
            Err(unread) => return Ok(Self(Err(unread))),
        };
        // The driver's event is made by serde alone, and would read the documents as they are.
        let rest = without_documents(event).map_err(D::Error::custom)?;
        let rest = bson::deserialize_from_slice(rest.as_bytes());
        let mut told: ChangeStreamEvent<T> = rest.map_err(D::Error::custom)?;
        told.full_document = after;
        told.full_document_before_change = before;
        Ok(Self(Ok(told)))
    }
}

fn without_documents(event: &RawDocument) -> bson::error::Result<RawDocumentBuf> {
    let mut rest = RawDocumentBuf::new();
    for element in event {
        let (name, value) = element?;
        if ![AFTER, BEFORE].contains(&name.as_str()) {
            rest.append(CString::try_from(name.as_str())?, value);
        }
    }
    Ok(rest)
}
