//! Where a tenant's collections come from, and the one way out of a tenant.

use std::{marker::PhantomData, sync::Arc};

use mongodb::{Client, Database};

use super::{
    AcrossTenants, CollectionAccess, CrossCollection, GlobalCollection, GlobalScoped, InTenant,
    ScopedCollection, TenantScoped, collection::Handle, guard::Scope,
};

/// One tenant's view of a database.
#[derive(Debug, Clone)]
pub struct TenantScope<K> {
    database: Database,
    key: K,
}

impl<K> TenantScope<K> {
    /// The view of the tenant with this id. Nothing is sent.
    pub fn new(database: &Database, tenant_id: K) -> Self {
        Self {
            database: database.clone(),
            key: tenant_id,
        }
    }

    /// The tenant's id.
    pub fn tenant_id(&self) -> &K {
        &self.key
    }

    /// A collection, of which this tenant's documents alone are seen.
    pub fn collection<T: TenantScoped<Key = K>>(&self) -> ScopedCollection<T>
    where
        K: Clone + Send + Sync + 'static,
    {
        let scope = Scope::of(T::facts().declared(), T::encode_tenant(&self.key));
        let mut handle = Handle::of(&self.database, scope, InTenant(PhantomData));
        handle.target.key = Some(Arc::new(self.key.clone()));
        handle
    }

    /// A collection that belongs to no tenant.
    pub fn global<T: GlobalScoped>(&self) -> GlobalCollection<T> {
        GlobalCollection::new(&self.database)
    }

    /// The driver's client.
    pub(super) fn client(&self) -> &Client {
        self.database.client()
    }

    /// The way out of the tenant, for a reason that is logged.
    pub fn across_tenants(&self, reason: &'static str) -> CrossTenant {
        CrossTenant::new(&self.database, reason)
    }
}

/// A view of a database that crosses tenants, for a reason.
#[derive(Debug, Clone)]
pub struct CrossTenant {
    database: Database,
    reason: &'static str,
}

impl CrossTenant {
    /// The view of all tenants. The reason is logged at the level `INFO` with each collection that
    /// is taken from it.
    pub fn new(database: &Database, reason: &'static str) -> Self {
        Self {
            database: database.clone(),
            reason,
        }
    }

    /// The driver's client.
    pub(super) fn client(&self) -> &Client {
        self.database.client()
    }

    /// A collection, of which the documents of all tenants are seen.
    pub fn collection<T: CollectionAccess>(&self) -> CrossCollection<T> {
        let (collection, reason) = (T::NAME, self.reason);
        tracing::info!(collection, reason, "a collection is used across tenants");
        let seen = AcrossTenants { reason };
        Handle::of(&self.database, Scope::AcrossTenants, seen)
    }
}
