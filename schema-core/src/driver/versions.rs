//! Documents of older shapes, which every read upgrades: with the version at which they are stored,
//! and written back.

use std::borrow::Borrow;

use serde::{Serialize, de::DeserializeOwned};

use super::{
    AccessError, Action, CollectionAccess, Find, Handle, Result,
    by_id::{FindMany, FindOne, by_id, find_one},
    page::ReadPage,
    write_back::WriteBack,
};
use crate::upgrade::Versioned;

impl<T> Find<T> {
    /// The documents with the version at which each is stored.
    pub fn versioned(self) -> Find<T, Versioned<T>> {
        self.with_result()
    }
}

impl<T: CollectionAccess + DeserializeOwned + Send + Sync + 'static, S> Handle<T, S> {
    /// The document with this `_id`, where it is there and this tenant's, with the version at which it
    /// is stored.
    pub fn find_versioned(&self, id: impl Borrow<T::Id>) -> Action<'_, FindOne<'_, Versioned<T>>> {
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
        let read = target.collection.find_one(by_id::<T>(target, id.borrow())?);
        let read = read.await;
        let read = read.map_err(|error| AccessError::read(target.facts, error))?;
        let Some(stored) = read else {
            return Ok(false);
        };
        let changed = WriteBack::of::<T>().change(&stored);
        match changed.map_err(|unread| AccessError::unreadable(target.facts, unread))? {
            Some(change) => change.write(target).await,
            None => Ok(false),
        }
    }
}

impl<T: CollectionAccess + Serialize> Action<'_, FindOne<'_, T>> {
    /// Writes the document back as the current version, where it is of an older one: once it is read,
    /// guarded as [`Handle::write_back`] is. The read yields what it yields without; a write that fails
    /// is logged, and one that somebody else was faster than is left. Inside of a session nothing is
    /// written back, as a conflict would end its transaction.
    pub fn write_back(mut self) -> Self {
        self.operation.write_back = Some(WriteBack::of::<T>());
        self
    }
}

impl<T: CollectionAccess + Serialize> Action<'_, FindMany<'_, T>> {
    /// Writes those of older versions back as the current one: once all are read, guarded as
    /// [`Handle::write_back`] is. The read yields what it yields without; a write that fails is logged,
    /// and one that somebody else was faster than is left. Inside of a session nothing is written back,
    /// as a conflict would end its transaction.
    pub fn write_back(mut self) -> Self {
        self.operation.write_back = Some(WriteBack::of::<T>());
        self
    }
}

impl<T: CollectionAccess + Serialize> Action<'_, ReadPage<T>> {
    /// Writes those of older versions back as the current one: once the page is read, guarded as
    /// [`Handle::write_back`] is. The read yields what it yields without; a write that fails is logged,
    /// and one that somebody else was faster than is left. Inside of a session nothing is written back,
    /// as a conflict would end its transaction.
    pub fn write_back(mut self) -> Self {
        self.operation.write_back = Some(WriteBack::of::<T>());
        self
    }
}
