//! Data access over the official driver, inside one tenant.
//!
//! A [`TenantScope`] is made from a database and a tenant's id. Its collections add the tenant key
//! to everything that they send, and refuse what they cannot prove to stay inside. [`CrossTenant`]
//! is the one way out: it takes a reason, which stands in the log.

mod access;
mod action;
mod argument;
mod collection;
mod error;
mod facts;
mod find;
pub mod guard;
pub mod path;
mod scope;
pub mod typed;
mod update;

pub use access::{CollectionAccess, GlobalScoped, TenantScoped};
pub use action::{Action, Operation};
pub use argument::Argument;
pub use collection::{
    AcrossTenants, CrossCollection, Global, GlobalCollection, Handle, InTenant, ScopedCollection,
    Target,
};
pub use error::{AccessError, Result};
pub use facts::Facts;
pub use find::Find;
pub use guard::Refusal;
pub use scope::{CrossTenant, TenantScope};
pub use typed::{Near, Projected};
pub use update::{Assign, Changeable, Dated, Numeric, Push, Removable, Unbounded, Update};

pub use mongodb;
