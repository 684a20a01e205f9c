//! The handles of collections.

use std::{any::Any, marker::PhantomData, sync::Arc};

use bson::RawDocumentBuf;
use mongodb::{Collection, Database, options::ReadConcern};

use super::{CollectionAccess, Facts, GlobalScoped, TenantScoped, guard::Scope};

/// A collection that sees one tenant alone; from [`TenantScope::collection`](super::TenantScope::collection).
pub type ScopedCollection<T> = Handle<T, InTenant<<T as TenantScoped>::Key>>;
/// A collection that belongs to no tenant.
pub type GlobalCollection<T> = Handle<T, Global>;
/// A collection that sees all tenants; from [`CrossTenant::collection`](super::CrossTenant::collection).
pub type CrossCollection<T> = Handle<T, AcrossTenants>;

/// A collection, and how much of it is seen: [`InTenant`], [`Global`] or [`AcrossTenants`].
pub struct Handle<T, S> {
    pub(super) target: Target,
    pub(super) seen: S,
    documents: PhantomData<fn() -> T>,
}

/// One tenant's documents are seen.
#[derive(Debug, Clone, Copy)]
pub struct InTenant<K>(pub(super) PhantomData<fn() -> K>);

/// The documents belong to no tenant.
#[derive(Debug, Clone, Copy)]
pub struct Global;

/// The documents of all tenants are seen, for a reason.
#[derive(Debug, Clone, Copy)]
pub struct AcrossTenants {
    pub(super) reason: &'static str,
}

/// What operations run on: a collection, and what may be seen of it.
#[derive(Clone)]
pub struct Target {
    pub(super) collection: Collection<RawDocumentBuf>,
    pub(super) scope: Arc<Scope>,
    pub(super) facts: &'static Facts,
    /// The tenant's id by its Rust type, for the collections that are joined.
    pub(super) key: Option<Arc<dyn Any + Send + Sync>>,
}

impl Target {
    /// The collection's database.
    pub(super) fn database(&self) -> Database {
        let name = self.collection.namespace().db;
        self.collection.client().database(&name)
    }
}

impl<T: CollectionAccess, S> Handle<T, S> {
    pub(super) fn of(database: &Database, scope: Scope, seen: S) -> Self {
        let facts = T::facts();
        let target = Target {
            collection: database.collection_with_options(T::NAME, facts.concerns()),
            scope: Arc::new(scope),
            facts,
            key: None,
        };
        Self {
            target,
            seen,
            documents: PhantomData,
        }
    }

    /// The same collection, read with this concern instead of the declared one:
    /// `ReadConcern::majority()` before what cannot be undone. Source: Read Concern.
    #[must_use]
    pub fn with_read_concern(mut self, concern: ReadConcern) -> Self {
        let mut options = self.target.facts.concerns();
        options.read_concern = Some(concern);
        let database = self.target.database();
        self.target.collection = database.collection_with_options(T::NAME, options);
        self
    }

    /// The paths of the fields, with their types.
    pub fn paths(&self) -> T::Paths {
        T::paths()
    }
}

impl<T: TenantScoped> Handle<T, InTenant<T::Key>> {
    /// The declared queries, each a function.
    pub fn query(&self) -> T::Queries {
        T::queries(&self.target)
    }
}

impl<T: GlobalScoped> Handle<T, Global> {
    /// The collection in this database.
    pub fn new(database: &Database) -> Self {
        Self::of(database, Scope::Global, Global)
    }

    /// The declared queries, each a function.
    pub fn query(&self) -> T::Queries {
        T::queries(&self.target)
    }
}

impl<T: CollectionAccess> Handle<T, AcrossTenants> {
    /// The queries that are declared with `across_tenants`, each a function.
    pub fn query(&self) -> T::CrossQueries {
        T::cross_queries(&self.target)
    }

    /// The driver's own collection: everything can be done with it, and nothing is looked at.
    pub fn driver(&self) -> Collection<T>
    where
        T: Send + Sync,
    {
        self.target.collection.clone_with_type()
    }

    /// Why all tenants are seen.
    pub fn reason(&self) -> &'static str {
        self.seen.reason
    }
}
