//! Updates that are made of the fields' paths where they are asked for.

use std::borrow::Borrow;

use super::Update;
use crate::driver::{Action, CollectionAccess, Find, Handle, by_id::UpdateOne, found::UpdateFound};

impl<T: CollectionAccess> Update<T> {
    /// The update that this makes of the fields: `Update::<Task>::with(|u, f| u.set(f.title(), "…"))`.
    pub fn with(build: impl FnOnce(Self, T::Paths) -> Self) -> Self {
        build(Self::new(), T::paths())
    }
}

impl<T: CollectionAccess, S> Handle<T, S> {
    /// [`update_one`](Self::update_one) with what this makes of the fields:
    /// `tasks.update(id, |u, f| u.set(f.title(), "…").inc(f.comment_count(), 1))`.
    pub fn update(
        &self,
        id: impl Borrow<T::Id>,
        build: impl FnOnce(Update<T>, T::Paths) -> Update<T>,
    ) -> Action<'_, UpdateOne<'_>> {
        self.update_one(id, Update::with(build))
    }
}

impl<T: CollectionAccess, R> Find<T, R> {
    /// [`update_one`](Self::update_one) with what this makes of the fields.
    pub fn update<'a>(
        self,
        build: impl FnOnce(Update<T>, T::Paths) -> Update<T>,
    ) -> Action<'a, UpdateFound<false>> {
        self.update_one(Update::with(build))
    }

    /// [`update_many`](Self::update_many) with what this makes of the fields.
    pub fn update_all<'a>(
        self,
        build: impl FnOnce(Update<T>, T::Paths) -> Update<T>,
    ) -> Action<'a, UpdateFound<true>> {
        self.update_many(Update::with(build))
    }
}
