//! Why something is not sent.

/// Why something is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The tenant's id cannot be written as BSON.
    #[error("the tenant's id cannot be written as BSON: {0}")]
    TenantUnwritable(String),
    /// The tenant's id is no value that an equality can name.
    #[error(
        "a tenant's id of BSON type {0:?} cannot be told apart by an equality; use a scalar such as an ObjectId, a UUID, a string or an integer"
    )]
    TenantNotScalar(&'static str),
    /// The collection says nothing about tenants, which was reported when it was compiled.
    #[error("the collection does not say whose documents it holds")]
    TenantUnknown,
}
