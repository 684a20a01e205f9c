//! What can go wrong in an operation.

use bson::Document;

use super::Refusal;

/// The result of an operation.
pub type Result<T> = std::result::Result<T, AccessError>;

/// Why an operation did not do what was asked.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// Nothing was sent: it could not be proven to stay inside the tenant, or to be served by the
    /// index of its query.
    #[error("`{collection}`: {refusal}")]
    Refused {
        /// The collection's name.
        collection: &'static str,
        /// Why.
        refusal: Refusal,
    },
    /// Nothing was sent: a value cannot be written as BSON.
    #[error("`{collection}`: a value cannot be written as BSON: {source}")]
    Encode {
        /// The collection's name.
        collection: &'static str,
        /// What serde says.
        source: bson::error::Error,
    },
    /// Nothing was written: another document has the same unique key.
    #[error(
        "`{collection}` has a document with this key of `{index}` already; change the one that is there, or write another key"
    )]
    DuplicateKey {
        /// The collection's name.
        collection: &'static str,
        /// The unique index's name, where the server tells it.
        index: String,
        /// The key in conflict, where the server tells it.
        key: Option<Document>,
        /// What the driver says.
        source: mongodb::error::Error,
    },
    /// Nothing was written: the document breaks the collection's validator.
    #[error(
        "the validator of `{collection}` refuses the document; see `details` for the rules that it breaks"
    )]
    Invalid {
        /// The collection's name.
        collection: &'static str,
        /// The server's `errInfo`.
        details: Option<Document>,
        /// What the driver says.
        source: mongodb::error::Error,
    },
    /// Nothing was written: no document matched.
    #[error(
        "no document of `{collection}` matched; it is not there, not this tenant's, or not as the condition demands"
    )]
    NotMatched {
        /// The collection's name.
        collection: &'static str,
    },
    /// It may have been written or not, and may yet be undone by an election.
    #[error(
        "the outcome of a write to `{collection}` is unknown; read what is there with read concern `majority` before writing again, or repeat it only if doing it twice is harmless"
    )]
    OutcomeUnknown {
        /// The collection's name.
        collection: &'static str,
        /// What the driver says.
        source: mongodb::error::Error,
    },
    /// Anything else that the driver reports.
    #[error("`{collection}`: {source}")]
    Driver {
        /// The collection's name.
        collection: &'static str,
        /// What the driver says.
        source: mongodb::error::Error,
    },
}
