//! Data access over the official driver, inside one tenant.
//!
//! A [`TenantScope`] is made from a database and a tenant's id. Its collections add the tenant key
//! to everything that they send, and refuse what they cannot prove to stay inside. [`CrossTenant`]
//! is the one way out: it takes a reason, which stands in the log.

mod access;
mod action;
mod aggregate;
mod argument;
mod bulk;
mod by_id;
mod changes;
mod collection;
mod documents;
mod error;
mod facts;
mod failure;
mod find;
mod find_and_modify;
mod found;
pub mod guard;
mod insert;
mod order;
mod page;
pub mod path;
mod read;
mod request;
mod scope;
mod terms;
mod transaction;
pub mod typed;
mod update;
mod versions;
mod watch;
mod write_back;

pub use access::{CollectionAccess, GlobalScoped, TenantScoped};
pub use action::{Action, Operation};
pub use aggregate::{Aggregate, AggregateInSession};
pub use argument::Argument;
pub use bulk::{BulkWrite, Write};
pub use changes::Changes;
pub use collection::{
    AcrossTenants, CrossCollection, Global, GlobalCollection, Handle, InTenant, ScopedCollection,
    Target,
};
pub use documents::{Documents, SessionDocuments};
pub use error::{AccessError, Result};
pub use facts::Facts;
pub use find::{Find, FindInSession};
pub use guard::Refusal;
pub use page::{Page, PageKey};
pub use read::{As, ReadAs};
pub use scope::{CrossTenant, TenantScope};
pub use typed::{Near, Projected};
pub use update::{Assign, Changeable, Dated, Numeric, Push, Removable, Unbounded, Update};
pub use watch::Watch;

pub use crate::broken::Broken;
pub use mongodb;
