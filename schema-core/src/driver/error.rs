//! What can go wrong in an operation.

use bson::Document;

use super::{Facts, Refusal, failure};

/// The result of an operation.
pub type Result<T, E = AccessError> = std::result::Result<T, E>;

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
    /// Nothing was written: a value cannot be written as BSON, or what was found cannot be read.
    #[error("`{collection}`: a value cannot be written as BSON, or read from it: {source}")]
    Bson {
        /// The collection's name.
        collection: &'static str,
        /// What serde says.
        source: bson::error::Error,
    },
    /// It was written, and the document that it was written to came back and cannot be read.
    #[error(
        "a document of `{collection}` was written, and cannot be read as what it is declared to be: {source}"
    )]
    Unreadable {
        /// The collection's name.
        collection: &'static str,
        /// What serde says.
        source: bson::error::Error,
    },
    /// Not written: another document has the same unique key. Of several documents, others may have
    /// been written; `source` tells which.
    #[error(
        "a document of `{collection}` has the same key of the unique index `{index}`; change the one that is there, or write another key"
    )]
    DuplicateKey {
        /// The collection's name.
        collection: &'static str,
        /// The unique index's name, `?` where the server does not tell it.
        index: String,
        /// The key in conflict, where the driver passes on what the server tells of it; of inserts it
        /// does not.
        key: Option<Box<Document>>,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Not written: the document breaks the collection's validator. Of several documents, others may
    /// have been written; `source` tells which.
    #[error(
        "the validator of `{collection}` refuses the document; `details` tells the rules that it breaks"
    )]
    Invalid {
        /// The collection's name.
        collection: &'static str,
        /// The server's `errInfo`.
        details: Option<Box<Document>>,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Nothing was written: no document matched.
    #[error(
        "no document of `{collection}` matches; it is not there, not this tenant's, or not as the condition demands"
    )]
    NotMatched {
        /// The collection's name.
        collection: &'static str,
    },
    /// It may have been written or not, and what was written may yet be undone by an election.
    #[error(
        "the outcome of a write to `{collection}` is unknown; read with read concern `majority` what is there before writing again, or repeat it where doing so twice is harmless"
    )]
    OutcomeUnknown {
        /// The collection's name; `transaction` where a commit is meant.
        collection: &'static str,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Anything else that the driver reports.
    #[error("`{collection}`: {source}")]
    Driver {
        /// The collection's name; `transaction` where a transaction as a whole is meant.
        collection: &'static str,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
}

impl AccessError {
    pub(super) fn refused(facts: &Facts, refusal: Refusal) -> Self {
        let collection = facts.name();
        Self::Refused {
            collection,
            refusal,
        }
    }

    pub(super) fn bson(facts: &Facts, source: bson::error::Error) -> Self {
        let collection = facts.name();
        Self::Bson { collection, source }
    }

    pub(super) fn unreadable(facts: &Facts, source: bson::error::Error) -> Self {
        let collection = facts.name();
        Self::Unreadable { collection, source }
    }

    /// A read that failed.
    pub(super) fn read(facts: &Facts, source: mongodb::error::Error) -> Self {
        let (collection, source) = (facts.name(), Box::new(source));
        Self::Driver { collection, source }
    }

    /// A write that failed.
    pub(super) fn write(facts: &Facts, source: mongodb::error::Error) -> Self {
        failure::of_write(facts.name(), source)
    }

    /// What the driver said, where it said something.
    pub fn driver(&self) -> Option<&mongodb::error::Error> {
        match self {
            Self::DuplicateKey { source, .. }
            | Self::Invalid { source, .. }
            | Self::OutcomeUnknown { source, .. }
            | Self::Driver { source, .. } => Some(source),
            _ => None,
        }
    }
}
