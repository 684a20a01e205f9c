//! What is made of the documents that a declared query finds.

use std::marker::PhantomData;

use bson::{Bson, Document, RawDocumentBuf};
use mongodb::{
    ClientSession,
    options::{
        DeleteOptions, DistinctOptions, FindOneOptions, ReplaceOptions, UpdateModifications,
    },
    results::UpdateResult,
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    AccessError, Action, Find, Operation, ReadAs, Result, Update,
    action::{in_session, sealed::Sealed},
    by_id::matched,
    documents::outcome,
    insert::checked,
    read::Outcome,
    request::Request,
};

/// Finds the first document.
pub struct First<R> {
    request: Request,
    result: PhantomData<fn() -> R>,
}

/// Counts the documents.
pub struct Count(Request);

/// Tells whether there is a document.
pub struct Exists(Request);

/// The different values of a field.
pub struct Distinct<V> {
    request: Request,
    path: String,
    result: PhantomData<fn() -> V>,
}

/// Updates the first document, or all.
pub struct UpdateFound<const MANY: bool> {
    request: Request,
    update: Result<(UpdateModifications, Vec<Document>)>,
    upsert: bool,
}

/// Replaces the one document.
pub struct ReplaceFound {
    request: Request,
    document: Result<RawDocumentBuf>,
    upsert: bool,
}

/// Deletes the first document, or all.
pub struct DeleteFound<const MANY: bool>(Request);

impl<T, R> Find<T, R> {
    /// The first document in the query's order.
    pub fn first<'a>(self) -> Action<'a, First<R>>
    where
        R: ReadAs,
    {
        let request = self.request;
        let result = PhantomData;
        Action::new(First { request, result })
    }

    /// How many documents there are, within `limit` and behind `skip`.
    pub fn count<'a>(self) -> Action<'a, Count> {
        Action::new(Count(self.request))
    }

    /// Whether there is a document.
    pub fn exists<'a>(self) -> Action<'a, Exists> {
        Action::new(Exists(self.request))
    }

    /// The different values at this stored path among the documents found.
    pub fn distinct<'a, V>(self, path: &str) -> Action<'a, Distinct<V>>
    where
        V: DeserializeOwned + Send,
    {
        Action::new(Distinct {
            request: self.request,
            path: path.to_owned(),
            result: PhantomData,
        })
    }

    /// Updates one of the documents; fails with [`AccessError::NotMatched`] where there is none.
    pub fn update_one<'a>(self, update: impl Into<Update<T>>) -> Action<'a, UpdateFound<false>> {
        Action::new(UpdateFound::of(self.request, update.into()))
    }

    /// Updates all of the documents, and tells how many matched.
    pub fn update_many<'a>(self, update: impl Into<Update<T>>) -> Action<'a, UpdateFound<true>> {
        Action::new(UpdateFound::of(self.request, update.into()))
    }

    /// Replaces one of the documents; fails with [`AccessError::NotMatched`] where there is none.
    pub fn replace_one<'a>(self, document: &T) -> Action<'a, ReplaceFound>
    where
        T: Serialize,
    {
        Action::new(ReplaceFound {
            document: checked(&self.request.target, document),
            request: self.request,
            upsert: false,
        })
    }

    /// Deletes one of the documents, and tells whether there was one.
    pub fn delete_one<'a>(self) -> Action<'a, DeleteFound<false>> {
        Action::new(DeleteFound(self.request))
    }

    /// Deletes all of the documents, and tells how many there were.
    pub fn delete_many<'a>(self) -> Action<'a, DeleteFound<true>> {
        Action::new(DeleteFound(self.request))
    }
}

impl<const MANY: bool> UpdateFound<MANY> {
    fn of<T>(request: Request, update: Update<T>) -> Self {
        Self {
            update: update.checked(&request.target),
            request,
            upsert: false,
        }
    }
}

impl<const MANY: bool> Action<'_, UpdateFound<MANY>> {
    /// Where there is none, inserts a document of the query's own equalities and this update.
    pub fn upsert(mut self) -> Self {
        self.operation.upsert = true;
        self
    }
}

impl Action<'_, ReplaceFound> {
    /// Inserts the document where there is none.
    pub fn upsert(mut self) -> Self {
        self.operation.upsert = true;
        self
    }
}

impl<R> Sealed for First<R> {}
impl<R: ReadAs> Operation for First<R> {
    type Output = Option<R::Item>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Option<R::Item>> {
        let request = self.request;
        let facts = request.target.facts;
        let collection = request.target.collection.clone_with_type::<Outcome<R>>();
        let (filter, given) = (request.filter()?, request.options());
        let mut options = FindOneOptions::default();
        options.sort = given.sort;
        options.projection = given.projection;
        options.skip = given.skip;
        options.max_time = given.max_time;
        options.hint = given.hint;
        let found = in_session!(collection.find_one(filter).with_options(options), session);
        let found = found.transpose().map(|read| outcome(facts, read));
        found.transpose()
    }
}

impl Sealed for Count {}
impl Operation for Count {
    type Output = u64;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<u64> {
        let request = self.0;
        let given = request.options();
        let mut options = mongodb::options::CountOptions::default();
        options.limit = request.limit.filter(|most| *most > 0).map(u64::from);
        options.skip = given.skip;
        options.max_time = given.max_time;
        options.hint = given.hint;
        let count = request.target.collection.count_documents(request.filter()?);
        let counted = in_session!(count.with_options(options), session);
        counted.map_err(|error| AccessError::read(request.target.facts, error))
    }
}

impl Sealed for Exists {}
impl Operation for Exists {
    type Output = bool;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<bool> {
        let request = self.0;
        let given = request.options();
        let mut options = FindOneOptions::default();
        options.projection = Some(bson::doc! { "_id": 1 });
        options.skip = given.skip;
        options.max_time = given.max_time;
        options.hint = given.hint;
        let collection = &request.target.collection;
        let found = collection.find_one(request.filter()?).with_options(options);
        let found = in_session!(found, session);
        let found = found.map_err(|error| AccessError::read(request.target.facts, error))?;
        Ok(found.is_some())
    }
}

impl<V> Sealed for Distinct<V> {}
impl<V: DeserializeOwned + Send> Operation for Distinct<V> {
    type Output = Vec<V>;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<Vec<V>> {
        let (request, facts) = (&self.request, self.request.target.facts);
        let filter = request.unlimited_filter()?;
        let mut options = DistinctOptions::default();
        options.max_time = request.max_time;
        let distinct = request.target.collection.distinct(&self.path, filter);
        let distinct = distinct.with_options(options);
        let values: Vec<Bson> =
            in_session!(distinct, session).map_err(|error| AccessError::read(facts, error))?;
        let values: Result<Vec<V>, _> = values
            .into_iter()
            .map(bson::deserialize_from_bson)
            .collect();
        values.map_err(|error| AccessError::bson(facts, error))
    }
}

impl<const MANY: bool> Sealed for UpdateFound<MANY> {}
impl<const MANY: bool> Operation for UpdateFound<MANY> {
    type Output = UpdateResult;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<UpdateResult> {
        let (request, target) = (&self.request, &self.request.target);
        let (update, filters) = self.update?;
        let filter = request.unlimited_filter()?;
        let action = if MANY {
            target.collection.update_many(filter, update)
        } else {
            target.collection.update_one(filter, update)
        };
        let mut options = mongodb::options::UpdateOptions::default();
        options.upsert = Some(self.upsert);
        options.array_filters = (!filters.is_empty()).then_some(filters);
        options.hint = request.hinted();
        let updated = in_session!(action.with_options(options), session);
        let updated = updated.map_err(|error| AccessError::write(target.facts, error))?;
        matched(
            target,
            MANY || updated.matched_count > 0 || updated.upserted_id.is_some(),
        )?;
        Ok(updated)
    }
}

impl Sealed for ReplaceFound {}
impl Operation for ReplaceFound {
    type Output = ();

    async fn run(self, session: Option<&mut ClientSession>) -> Result<()> {
        let (request, target) = (&self.request, &self.request.target);
        let filter = request.unlimited_filter()?;
        let replace = target.collection.replace_one(filter, self.document?);
        let mut options = ReplaceOptions::default();
        options.upsert = Some(self.upsert);
        options.hint = request.hinted();
        let replaced = in_session!(replace.with_options(options), session);
        let replaced = replaced.map_err(|error| AccessError::write(target.facts, error))?;
        matched(
            target,
            replaced.matched_count > 0 || replaced.upserted_id.is_some(),
        )
    }
}

impl<const MANY: bool> Sealed for DeleteFound<MANY> {}
impl<const MANY: bool> Operation for DeleteFound<MANY> {
    type Output = u64;

    async fn run(self, session: Option<&mut ClientSession>) -> Result<u64> {
        let (request, target) = (&self.0, &self.0.target);
        let filter = request.unlimited_filter()?;
        let delete = if MANY {
            target.collection.delete_many(filter)
        } else {
            target.collection.delete_one(filter)
        };
        let mut options = DeleteOptions::default();
        options.hint = request.hinted();
        let deleted = in_session!(delete.with_options(options), session);
        let deleted = deleted.map_err(|error| AccessError::write(target.facts, error))?;
        Ok(deleted.deleted_count)
    }
}
