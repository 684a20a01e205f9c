//! The tracker's operations on a database: each of its queries and writes, inside one tenant.
//!
//! Behind the feature `driver`, so that what only needs the declarations needs no driver.

mod boards;
mod comments;
mod invitations;
mod tenants;

pub use boards::TaskIdea;
pub use invitations::Invited;

use bson::oid::ObjectId;
use schema_core::driver::{ScopedCollection, TenantScope, mongodb::Database};

use crate::{Activity, Comment, Invitation, Project, Task, Tenant, User};

/// The tracker as one tenant sees it.
pub struct Workspace {
    scope: TenantScope<ObjectId>,
    tenants: ScopedCollection<Tenant>,
    users: ScopedCollection<User>,
    projects: ScopedCollection<Project>,
    tasks: ScopedCollection<Task>,
    comments: ScopedCollection<Comment>,
    activity: ScopedCollection<Activity>,
    invitations: ScopedCollection<Invitation>,
}

impl Workspace {
    /// The workspace of the tenant with this id. Nothing is sent.
    pub fn of(database: &Database, tenant_id: ObjectId) -> Self {
        let scope = TenantScope::new(database, tenant_id);
        Self {
            tenants: scope.collection(),
            users: scope.collection(),
            projects: scope.collection(),
            tasks: scope.collection(),
            comments: scope.collection(),
            activity: scope.collection(),
            invitations: scope.collection(),
            scope,
        }
    }

    /// The tenant's id.
    pub fn tenant_id(&self) -> ObjectId {
        *self.scope.tenant_id()
    }
}
