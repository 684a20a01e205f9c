//! Aggregations, which start from what a declared query finds or from a tenant's documents.

use std::{
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
    time::Duration,
};

use bson::{Document, doc};
use mongodb::{ClientSession, Cursor, SessionCursor, options::AggregateOptions};
use serde::de::DeserializeOwned;

use super::{
    AccessError, CollectionAccess, Find, Global, GlobalScoped, Handle, InTenant, Refusal, Result,
    Target, TenantScoped,
    guard::{self, Joined, Scope, Start},
};

/// A pipeline. Awaiting it yields the driver's own cursor of `R`.
#[must_use = "nothing happens before it is awaited"]
pub struct Aggregate<T, R = Document> {
    target: Target,
    start: Result<Start>,
    stages: Vec<Document>,
    joined: Joined,
    options: AggregateOptions,
    types: PhantomData<fn() -> (T, R)>,
}

impl<T, R> Aggregate<T, R> {
    fn new(target: &Target, start: Result<Start>, stages: Vec<Document>) -> Self {
        Self {
            target: target.clone(),
            start,
            stages,
            joined: Joined::new(),
            options: AggregateOptions::default(),
            types: PhantomData,
        }
    }

    /// Lets `$lookup`, `$graphLookup` and `$unionWith` read `C`, of which they see this tenant's
    /// documents alone.
    pub fn joins<C: TenantScoped<Key = T::Key>>(mut self) -> Self
    where
        T: TenantScoped,
    {
        let scope = match &self.target.key {
            Some(key) => match key.downcast_ref::<T::Key>() {
                Some(key) => Scope::of(C::facts().declared(), C::encode_tenant(key)),
                None => Scope::Nothing(Refusal::TenantUnknown),
            },
            None => Scope::AcrossTenants,
        };
        self.joined.insert(C::NAME, scope);
        self
    }

    /// Lets `$lookup`, `$graphLookup` and `$unionWith` read `C`, which belongs to no tenant.
    pub fn joins_global<C: GlobalScoped>(mut self) -> Self {
        self.joined.insert(C::NAME, Scope::Global);
        self
    }

    /// What the results are.
    pub fn with_type<U>(self) -> Aggregate<T, U> {
        Aggregate {
            target: self.target,
            start: self.start,
            stages: self.stages,
            joined: self.joined,
            options: self.options,
            types: PhantomData,
        }
    }

    /// How many results the server sends at once.
    pub fn batch_size(mut self, results: u32) -> Self {
        self.options.batch_size = Some(results);
        self
    }

    /// How long the server may work on it.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.options.max_time = Some(time);
        self
    }

    /// Inside of a session. Awaiting yields the driver's own `SessionCursor`.
    pub fn session(self, session: &mut ClientSession) -> AggregateInSession<'_, T, R> {
        AggregateInSession {
            aggregate: self,
            session,
        }
    }

    /// The pipeline that is sent.
    pub fn pipeline(&self) -> Result<Vec<Document>> {
        let start = self.start.clone()?;
        let stages = guard::pipeline(&self.target.scope, start, self.stages.clone(), &self.joined);
        stages.map_err(|refusal| AccessError::refused(self.target.facts, refusal))
    }
}

impl<T: TenantScoped> Handle<T, InTenant<T::Key>> {
    /// Stages that start from all of the tenant's documents, which an index has to find: refused where
    /// none starts with the tenant key.
    pub fn aggregate(&self, stages: impl IntoIterator<Item = Document>) -> Aggregate<T> {
        let start = served(&self.target).map(|()| Start::Match(Document::new()));
        Aggregate::new(&self.target, start, stages.into_iter().collect())
    }

    /// How many documents the tenant has, which an index has to find: refused where none starts with
    /// the tenant key.
    pub async fn count(&self) -> Result<u64> {
        served(&self.target)?;
        let filter = super::by_id::scoped(&self.target, Document::new())?;
        let counted = self.target.collection.count_documents(filter).await;
        counted.map_err(|error| AccessError::read(self.target.facts, error))
    }

    /// A search that has to be the first stage, `$geoNear` or `$vectorSearch`, and the stages behind
    /// it. The tenant is added to its own condition.
    pub fn search(
        &self,
        first: Document,
        stages: impl IntoIterator<Item = Document>,
    ) -> Aggregate<T> {
        let start = Ok(Start::Search(first));
        Aggregate::new(&self.target, start, stages.into_iter().collect())
    }
}

impl<T: CollectionAccess> Handle<T, Global> {
    /// About how many documents there are, by the server's own count. Source: count.
    pub async fn estimated_count(&self) -> Result<u64> {
        let counted = self.target.collection.estimated_document_count().await;
        counted.map_err(|error| AccessError::read(self.target.facts, error))
    }
}

fn served(target: &Target) -> Result<()> {
    match &*target.scope {
        Scope::Tenant(tenant) if !target.facts.serves_a_tenant() => {
            let refusal = Refusal::NoIndex(tenant.path().to_owned());
            Err(AccessError::refused(target.facts, refusal))
        }
        _ => Ok(()),
    }
}

impl<T, R> Find<T, R> {
    /// Stages that start from what the query finds, in its order.
    pub fn aggregate(self, stages: impl IntoIterator<Item = Document>) -> Aggregate<T> {
        let request = self.request;
        let start = request.filter().map(|filter| match request.options().sort {
            Some(sort) => Start::Sorted(filter, sort),
            None => Start::Match(filter),
        });
        let skip = request
            .skip
            .map(|skip| doc! { "$skip": skip.cast_signed() });
        let limit = request.limit.filter(|most| *most > 0);
        let limit = limit.map(|most| doc! { "$limit": i64::from(most) });
        let stages = skip.into_iter().chain(limit).chain(stages).collect();
        let mut aggregate = Aggregate::new(&request.target, start, stages);
        aggregate.options.hint = request.hinted();
        aggregate.options.max_time = request.max_time;
        aggregate.options.batch_size = request.batch_size;
        aggregate
    }
}

impl<T: 'static, R: DeserializeOwned + Send + Sync + 'static> IntoFuture for Aggregate<T, R> {
    type Output = Result<Cursor<R>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let facts = self.target.facts;
            let action = self.target.collection.aggregate(self.pipeline()?);
            let found = action.with_options(self.options).with_type::<R>().await;
            found.map_err(|error| AccessError::read(facts, error))
        })
    }
}

/// A pipeline that runs inside of a session when it is awaited.
#[must_use = "nothing happens before it is awaited"]
pub struct AggregateInSession<'s, T, R> {
    aggregate: Aggregate<T, R>,
    session: &'s mut ClientSession,
}

impl<'s, T: 'static, R: DeserializeOwned + Send + Sync + 'static> IntoFuture
    for AggregateInSession<'s, T, R>
{
    type Output = Result<SessionCursor<R>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 's>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let aggregate = self.aggregate;
            let facts = aggregate.target.facts;
            let action = aggregate.target.collection.aggregate(aggregate.pipeline()?);
            let action = action.with_options(aggregate.options).with_type::<R>();
            let found = action.session(self.session).await;
            found.map_err(|error| AccessError::read(facts, error))
        })
    }
}
