//! What the derive macros tell of a collection under the feature `driver`.

use bson::Bson;

use super::{Facts, Target};
use crate::schema::CollectionSchema;

/// A collection whose documents can be read and written; derived by `#[derive(Collection)]` under
/// the feature `driver`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection that can be read and written",
    label = "not a collection",
    note = "write `#[derive(Collection)]` and `#[collection(name = \"…\")]` on `{Self}`"
)]
pub trait CollectionAccess: CollectionSchema {
    /// The Rust type of `_id`; `ObjectId` where the driver makes it.
    type Id;
    /// A function for each declared query that stays inside one tenant, or, of a global collection,
    /// for each query.
    type Queries;
    /// A function for each query that is declared with `across_tenants`.
    type CrossQueries;
    /// The paths of its fields, with their types.
    type Paths;

    /// What is declared, in the server's own forms, rendered once.
    fn facts() -> &'static Facts;
    /// `_id` as it is stored, written by the field's own helper.
    fn encode_id(id: &Self::Id) -> Result<Bson, bson::error::Error>;
    /// The declared queries, to be run on this collection.
    fn queries(target: &Target) -> Self::Queries;
    /// The declared queries that cross tenants, to be run on this collection.
    fn cross_queries(target: &Target) -> Self::CrossQueries;
    /// The paths of the fields.
    fn paths() -> Self::Paths;
}

/// A collection each of whose documents belongs to one tenant; derived from `tenant = …`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not belong to tenants",
    label = "not a collection of a tenant",
    note = "a collection that is declared `global` is read and written by a `GlobalCollection`"
)]
pub trait TenantScoped: CollectionAccess {
    /// The Rust type of the tenant key.
    type Key: 'static;

    /// The key as it is stored, written by the field's own helper.
    fn encode_tenant(key: &Self::Key) -> Result<Bson, bson::error::Error>;
}

/// A collection that belongs to no tenant; derived from `global = "why"`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a global collection",
    label = "belongs to tenants",
    note = "a collection with a tenant key is read and written through a `TenantScope`"
)]
pub trait GlobalScoped: CollectionAccess {}
