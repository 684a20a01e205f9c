//! Finding one document and changing it, in one step.

use std::{borrow::Borrow, marker::PhantomData, time::Duration};

use bson::{Document, RawDocumentBuf};
use mongodb::{
    ClientSession,
    options::{
        FindOneAndDeleteOptions, FindOneAndReplaceOptions, FindOneAndUpdateOptions, Hint,
        ReturnDocument, UpdateModifications,
    },
};
use serde::Serialize;

use super::{
    AccessError, Action, CollectionAccess, Find, Handle, Operation, ReadAs, Result, Target, Update,
    action::{in_session, sealed::Sealed},
    by_id::by_id,
    insert::checked,
    read::read,
    request::Request,
};

/// Which document, and in which order where several match.
pub(super) struct Which {
    target: Target,
    filter: Result<Document>,
    sort: Option<Document>,
    hint: Option<Hint>,
    max_time: Option<Duration>,
}

/// Finds one document and updates it.
pub struct FindAndUpdate<T> {
    which: Which,
    update: Result<(UpdateModifications, Vec<Document>)>,
    wanted: Wanted,
    result: PhantomData<fn() -> T>,
}

/// Finds one document and replaces it.
pub struct FindAndReplace<T> {
    which: Which,
    document: Result<RawDocumentBuf>,
    wanted: Wanted,
    result: PhantomData<fn() -> T>,
}

/// Finds one document and deletes it.
pub struct FindAndDelete<T> {
    which: Which,
    result: PhantomData<fn() -> T>,
}

/// What else is wanted of a change.
#[derive(Default)]
pub(super) struct Wanted {
    before: bool,
    upsert: bool,
}

impl Wanted {
    fn returned(&self) -> ReturnDocument {
        if self.before {
            ReturnDocument::Before
        } else {
            ReturnDocument::After
        }
    }
}

impl Which {
    fn by_id<T: CollectionAccess>(target: &Target, id: &T::Id) -> Self {
        Self {
            target: target.clone(),
            filter: by_id::<T>(target, id),
            sort: None,
            hint: None,
            max_time: None,
        }
    }

    fn found(request: Request) -> Self {
        Self {
            filter: request.unlimited_filter(),
            sort: request.options().sort,
            hint: request.hinted(),
            max_time: request.max_time,
            target: request.target,
        }
    }

    /// The document as `T`, from the bytes that came, of whatever known version it is.
    fn read<T: ReadAs<Item = T>>(
        &self,
        found: mongodb::error::Result<Option<RawDocumentBuf>>,
    ) -> Result<Option<T>> {
        let facts = self.target.facts;
        let found = found.map_err(|error| AccessError::write(facts, error))?;
        let read = found.map(|document| read::<T>(&document));
        read.transpose()
            .map_err(|unread| AccessError::written(facts, unread))
    }
}

impl<T> FindAndUpdate<T> {
    fn of(which: Which, update: Update<T>) -> Self {
        Self {
            update: update.checked(&which.target),
            which,
            wanted: Wanted::default(),
            result: PhantomData,
        }
    }
}

impl<T: Serialize> FindAndReplace<T> {
    fn of(which: Which, document: &T) -> Self {
        Self {
            document: checked(&which.target, document),
            which,
            wanted: Wanted::default(),
            result: PhantomData,
        }
    }
}

impl<T> FindAndDelete<T> {
    fn of(which: Which) -> Self {
        let result = PhantomData;
        Self { which, result }
    }
}

impl<T: CollectionAccess + ReadAs<Item = T>, S> Handle<T, S> {
    /// Updates the document with this `_id` and yields it as it is afterwards.
    pub fn find_one_and_update<'a>(
        &self,
        id: impl Borrow<T::Id>,
        update: impl Into<Update<T>>,
    ) -> Action<'a, FindAndUpdate<T>> {
        let which = Which::by_id::<T>(&self.target, id.borrow());
        Action::new(FindAndUpdate::of(which, update.into()))
    }

    /// Replaces the document with this `_id` and yields it as it is afterwards.
    pub fn find_one_and_replace<'a>(
        &self,
        id: impl Borrow<T::Id>,
        document: impl Borrow<T>,
    ) -> Action<'a, FindAndReplace<T>>
    where
        T: Serialize,
    {
        let which = Which::by_id::<T>(&self.target, id.borrow());
        Action::new(FindAndReplace::of(which, document.borrow()))
    }

    /// Deletes the document with this `_id` and yields it as it was.
    pub fn find_one_and_delete<'a>(&self, id: impl Borrow<T::Id>) -> Action<'a, FindAndDelete<T>> {
        let which = Which::by_id::<T>(&self.target, id.borrow());
        Action::new(FindAndDelete::of(which))
    }
}

impl<T: ReadAs<Item = T>, R> Find<T, R> {
    /// Updates the first document in the query's order and yields it as it is afterwards.
    pub fn find_one_and_update<'a>(
        self,
        update: impl Into<Update<T>>,
    ) -> Action<'a, FindAndUpdate<T>> {
        Action::new(FindAndUpdate::of(Which::found(self.request), update.into()))
    }

    /// Replaces the first document in the query's order and yields it as it is afterwards.
    pub fn find_one_and_replace<'a>(self, document: &T) -> Action<'a, FindAndReplace<T>>
    where
        T: Serialize,
    {
        Action::new(FindAndReplace::of(Which::found(self.request), document))
    }

    /// Deletes the first document in the query's order and yields it as it was.
    pub fn find_one_and_delete<'a>(self) -> Action<'a, FindAndDelete<T>> {
        Action::new(FindAndDelete::of(Which::found(self.request)))
    }
}

impl<T> Action<'_, FindAndUpdate<T>> {
    /// Yields the document as it was before.
    pub fn before(mut self) -> Self {
        self.operation.wanted.before = true;
        self
    }

    /// Where there is none, inserts a document of the filter's equalities and this update.
    pub fn upsert(mut self) -> Self {
        self.operation.wanted.upsert = true;
        self
    }
}

impl<T> Action<'_, FindAndReplace<T>> {
    /// Yields the document as it was before.
    pub fn before(mut self) -> Self {
        self.operation.wanted.before = true;
        self
    }

    /// Inserts the document where there is none.
    pub fn upsert(mut self) -> Self {
        self.operation.wanted.upsert = true;
        self
    }
}

impl<T> Sealed for FindAndUpdate<T> {}
impl<T: ReadAs<Item = T>> Operation for FindAndUpdate<T> {
    type Output = Option<T>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Option<T>> {
        let which = self.which;
        let (update, filters) = self.update?;
        let mut options = FindOneAndUpdateOptions::default();
        options.array_filters = (!filters.is_empty()).then_some(filters);
        options.return_document = Some(self.wanted.returned());
        options.upsert = Some(self.wanted.upsert);
        options.sort.clone_from(&which.sort);
        options.hint.clone_from(&which.hint);
        options.max_time = which.max_time;
        let collection = &which.target.collection;
        let action = collection.find_one_and_update(which.filter.clone()?, update);
        which.read(in_session!(action.with_options(options), session))
    }
}

impl<T> Sealed for FindAndReplace<T> {}
impl<T: ReadAs<Item = T>> Operation for FindAndReplace<T> {
    type Output = Option<T>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Option<T>> {
        let which = self.which;
        let mut options = FindOneAndReplaceOptions::default();
        options.return_document = Some(self.wanted.returned());
        options.upsert = Some(self.wanted.upsert);
        options.sort.clone_from(&which.sort);
        options.hint.clone_from(&which.hint);
        options.max_time = which.max_time;
        let collection = &which.target.collection;
        let action = collection.find_one_and_replace(which.filter.clone()?, self.document?);
        which.read(in_session!(action.with_options(options), session))
    }
}

impl<T> Sealed for FindAndDelete<T> {}
impl<T: ReadAs<Item = T>> Operation for FindAndDelete<T> {
    type Output = Option<T>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Option<T>> {
        let which = self.which;
        let mut options = FindOneAndDeleteOptions::default();
        options.sort.clone_from(&which.sort);
        options.hint.clone_from(&which.hint);
        options.max_time = which.max_time;
        let action = which
            .target
            .collection
            .find_one_and_delete(which.filter.clone()?);
        which.read(in_session!(action.with_options(options), session))
    }
}
